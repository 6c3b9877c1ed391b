/** The answer schema of tags and lists with their numbers of contacts. */
import type { Static } from 'typebox';
import { count, named, time, timeOrNull } from '../../../host/shapes.ts';
import { Term } from './answers.ts';

export const CountedTerm = named('CountedTerm', {
  ...Term.properties,
  contacts: count('Number of contacts that have it.'),
  created_at: time('Creation time.'),
  updated_at: timeOrNull('Time it was renamed.'),
});
export type CountedTerm = Static<typeof CountedTerm>;
