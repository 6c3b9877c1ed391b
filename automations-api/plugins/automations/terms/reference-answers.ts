/** Answer schemas of the uses of tags, lists, fields and segments. */
import Type, { type Static } from 'typebox';
import { answerWith } from '../../../host/envelope.ts';
import { count, named, text, textOrNull } from '../../../host/shapes.ts';
import { Ref } from '../core/answers.ts';

const references = { rules: Type.Array(Ref), segments: Type.Array(Ref) };

export const References = named('References', references, 'Rules and segments that use it.');
export type References = Static<typeof References>;

const OtherUses = named('OtherUses', {
  name: text('The name of the objects.', 'forms'),
  title: text('Their heading.', 'Forms'),
  path: textOrNull('The path of their screen below `/wp-admin`.', 'forms'),
  objects: Type.Array(Ref),
});

export const Uses = named('Uses', {
  contacts: count('Number of contacts that have it.'),
  ...references,
  others: Type.Array(OtherUses, { description: 'Objects of other plugins that use it.' }),
  public: Type.Optional(Type.Boolean({ description: 'For a list: contacts can choose it themselves.' })),
});
export type Uses = Static<typeof Uses>;

export const UsesAnswer = answerWith({ uses: Uses });
export const SegmentUsesAnswer = answerWith({
  uses: Type.Record(Type.String(), References, { description: 'Keyed by segment id.' }),
});
