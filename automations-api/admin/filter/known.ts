/** What conditions name by ids: tags, lists, segments, fields. */
import { useFields } from '../core/fields.ts';
import { useSegments } from '../core/segments.ts';
import { useTerms } from '../core/terms.ts';
import type { CustomField, Segment, Term } from '../core/types.ts';

/** Each undefined while it is looked up. */
export type Known = {
  tag: Term[] | undefined;
  list: Term[] | undefined;
  segments: Segment[] | undefined;
  fields: CustomField[] | undefined;
};

export const useKnown = (): Known => ({
  tag: useTerms('tag'),
  list: useTerms('list'),
  segments: useSegments(),
  fields: useFields(),
});

/** Conditions name a field by its id or its slug. */
export const fieldOf = ({ fields }: Pick<Known, 'fields'>, key: string | undefined): CustomField | undefined =>
  fields?.find(({ ID, slug }) => ID === key || slug === key);
