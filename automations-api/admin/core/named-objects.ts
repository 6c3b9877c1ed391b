/** The objects that conditions refer to by id: tags, lists, segments, fields. */
import { useFields } from './fields.ts';
import { useKinds } from './kinds.ts';
import { useSegments } from './segments.ts';
import { useTerms } from './terms.ts';
import type { CustomField, Kinds, Segment, Term } from './types.ts';

/** The known objects of each kind; undefined while they are loading. */
export type Known = {
  tag: Term[] | undefined;
  list: Term[] | undefined;
  segments: Segment[] | undefined;
  fields: CustomField[] | undefined;
  kinds: Kinds | undefined;
};

export const useKnown = (): Known => ({
  tag: useTerms('tag'),
  list: useTerms('list'),
  segments: useSegments(),
  fields: useFields(),
  kinds: useKinds(),
});

export const criterionOf = ({ kinds }: Pick<Known, 'kinds'>, name: string | undefined) =>
  kinds?.criteria.find((one) => one.name === name);

/** Returns the field that a condition names by its id or its slug. */
export const fieldOf = ({ fields }: Pick<Known, 'fields'>, key: string | undefined): CustomField | undefined =>
  fields?.find(({ ID, slug }) => ID === key || slug === key);
