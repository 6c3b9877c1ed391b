/**
 * A kind of filter criterion: its parameters, their parsing, and the matching contacts. `criteria.ts` lists the
 * kinds.
 */
import type { Static, TObject, TProperties } from 'typebox';
import type { ContactCondition } from '../../../../host/extensions.ts';
import type { Db } from '../../core/tables.ts';
import type { ContactIndex, Keep } from '../index/contact-index.ts';

export type Condition = ContactCondition['sql'];

/**
 * A condition of a filter. In the index, the function that keeps bits is synchronous, since the index can change at
 * any await.
 */
export type Criterion = Pick<ContactCondition, 'sql'> & {
  inIndex?(index: ContactIndex): Keep | Promise<Keep>;
  /**
   * A statement that selects each matching contact once, as `contact_id`. If many contacts must be checked, it is
   * faster than looking each of them up.
   */
  contactIds?: Condition;
};

/** Criteria that contacts must all meet. Without any, all contacts match. */
export type Filter = readonly Criterion[];

/**
 * A function that returns a filter's criteria. It loads the objects that the parameters refer to, such as a field.
 * @throws unprocessable_entity if an object does not exist
 */
type FindCriteria = (db: Db) => Criterion[] | Promise<Criterion[]>;

export type CriterionKind<P extends TProperties = TProperties> = {
  name: string;
  label: string;
  /** The parameters' JSON Schemas, keyed by name. All parameters are optional. */
  args: P;
  /** Reads the parameters. Returns undefined if they do not filter. @throws unprocessable_entity */
  read(args: Static<TObject<P>>): FindCriteria | undefined;
};

/** Declares a kind with the types of its parameters. */
export const criterionKind = <P extends TProperties>(kind: CriterionKind<P>) => kind;

/** Builds the `inIndex` of a condition whose matching ids come from another source. */
export const amongIds =
  (listIds: () => Promise<readonly number[]>): NonNullable<Criterion['inIndex']> =>
  async (index) => {
    const ids = await listIds();
    return (bits) => index.keepIds(bits, ids);
  };
