/**
 * A kind of condition in a filter: its members in the filter, how they are read, and which contacts meet it. All of it stands
 * in one file of the kind. `criteria.ts` lists the kinds.
 */
import type { Static, TObject, TProperties } from 'typebox';
import type { ContactCondition } from '../../../../host/extensions.ts';
import type { Db } from '../../core/tables.ts';
import type { ContactIndex, Keep } from '../index/contact-index.ts';

export type Condition = ContactCondition['sql'];

/** One condition of a filter. In the index nothing is waited for once bits are at hand, as it may change at any time. */
export type Criterion = Pick<ContactCondition, 'sql'> & {
  inIndex?(index: ContactIndex): Keep | Promise<Keep>;
  /** Selects each contact that meets it once, as `contact_id`. SQL reads many of them faster than it looks each one up. */
  contactIds?: Condition;
};

/** Contacts must meet each of them; everyone does where there is none. */
export type Filter = readonly Criterion[];

/** Asks MySQL for what the members name, such as a field. @throws unprocessable_entity when it is not there. */
type FindCriteria = (db: Db) => Criterion[] | Promise<Criterion[]>;

export type CriterionKind<P extends TProperties = TProperties> = {
  name: string;
  label: string;
  /** The members by name, each with its JSON Schema. All are optional. */
  args: P;
  /** Undefined when the members do not filter. @throws unprocessable_entity */
  read(args: Static<TObject<P>>): FindCriteria | undefined;
};

/** A kind with the types of its members. */
export const criterionKind = <P extends TProperties>(kind: CriterionKind<P>) => kind;

/** In the index, for what is known elsewhere: the ids of all contacts that meet the condition. */
export const amongIds =
  (listIds: () => Promise<readonly number[]>): NonNullable<Criterion['inIndex']> =>
  async (index) => {
    const ids = await listIds();
    return (bits) => index.keepIds(bits, ids);
  };
