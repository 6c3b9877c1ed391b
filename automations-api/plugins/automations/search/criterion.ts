/**
 * What a kind of condition in a filter consists of, so that it stands in one file: its parameters, how they are read, and
 * whom it finds, said twice, to SQL and to the index in memory. `criteria.ts` lists the kinds.
 */
import type { Static, TObject, TProperties } from 'typebox';
import type { ContactIndex, Keep } from '../contact-index/contact-index.ts';
import type { Db } from '../core/tables.ts';
import type { Condition } from './sql-parts.ts';

/** One condition of a filter. Both ways have to find the same contacts. */
export type Criterion = {
  /** Holds for the contact `c`. */
  sql: Condition;
  /**
   * Waits for what it has to know; the answer then leaves in bits whom the condition finds, and waits for nothing, as the
   * index may change at any time.
   */
  inIndex: (index: ContactIndex) => Keep | Promise<Keep>;
};

/** Asks MySQL for what the parameters name, such as a field. @throws unprocessable_entity when it is not there. */
export type FindCriteria = (db: Db) => Criterion[] | Promise<Criterion[]>;

type CriterionKind<P extends TProperties> = {
  /** JSON Schema of each parameter. */
  args: P;
  /** Undefined when the parameters do not filter. @throws unprocessable_entity */
  read: (args: Static<TObject<P>>) => FindCriteria | undefined;
};

/** A kind with the types of its parameters. */
export const criterionKind = <P extends TProperties>(kind: CriterionKind<P>) => kind;

/** The id of a tag or list that nobody has; 0 stands for all contacts among the counts. */
export const nobody = -1;
