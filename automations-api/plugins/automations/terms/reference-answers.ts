/** Answer schemas of the uses of tags, lists, fields and segments. */
import Type, { type Static } from 'typebox';
import { answerWith } from '../../../host/envelope.ts';
import { count, named } from '../../../host/shapes.ts';
import { Ref } from '../core/answers.ts';

const references = { rules: Type.Array(Ref), segments: Type.Array(Ref) };

export const References = named('References', references, 'Rules and segments that use it.');
export type References = Static<typeof References>;

export const Uses = named('Uses', {
  contacts: count('Number of contacts that have it.'),
  ...references,
  public: Type.Optional(Type.Boolean({ description: 'For a list: contacts can choose it themselves.' })),
});
export type Uses = Static<typeof Uses>;

export const UsesAnswer = answerWith({ uses: Uses });
export const SegmentUsesAnswer = answerWith({
  uses: Type.Record(Type.String(), References, { description: 'Keyed by segment id.' }),
});
