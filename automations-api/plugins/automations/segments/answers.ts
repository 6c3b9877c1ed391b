/** Segments as answers show them. */
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
    filter: members('The parameters of GET /contacts that it keeps.', { tag: [1] }),
    count: nullable(count('How many contacts were in it; null before it was counted.')),
    counted_at: timeOrNull('When they were counted.'),
    created_at: time('When it was made.'),
    updated_at: timeOrNull('When it was changed.'),
  },
  'A named filter.',
);
export type Segment = Static<typeof Segment>;

export const SegmentAnswer = answerWith({ segment: Segment });
export const SegmentsAnswer = answerWith({ segments: Type.Array(Segment) });
export const DeletedAnswer = answerWith({ segment: Ref });
