/** Answer schemas of segments. */
import Type, { type Static } from 'typebox';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { answerWith } from '../../../host/envelope.ts';
import { count, id, members, named, text, time, timeOrNull } from '../../../host/shapes.ts';
import { Ref } from '../core/answers.ts';

export const Segment = named(
  'Segment',
  {
    ID: id(),
    name: text('The name.', 'Customers in Europe'),
    filter: members('The saved parameters of GET /contacts.', { tag: [1] }),
    count: nullable(count('Number of contacts; null until they are counted.')),
    counted_at: timeOrNull('Time of the count.'),
    created_at: time('Creation time.'),
    updated_at: timeOrNull('Time of the last change.'),
  },
  'A named filter.',
);
export type Segment = Static<typeof Segment>;

export const SegmentAnswer = answerWith({ segment: Segment });
export const SegmentsAnswer = answerWith({ segments: Type.Array(Segment) });
export const DeletedAnswer = answerWith({ segment: Ref });
