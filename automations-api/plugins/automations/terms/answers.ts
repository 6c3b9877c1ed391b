/** Answer schemas of tags and lists. */
import Type, { type Static } from 'typebox';
import { id, named, text, time } from '../../../host/shapes.ts';

const own = { ID: id(), name: text('The name.', 'Customer') };

/** A tag or a list. */
export const Term = named('Term', own);
export type ShownTerm = Static<typeof Term>;

export const MadeTerm = named('MadeTerm', {
  ...own,
  type: text('1 is a tag, 2 a list.', '1'),
  created_at: time('Creation time.'),
  updated_at: Type.Null(),
  data: Type.Null(),
});
