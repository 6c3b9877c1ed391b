/** Answer schemas of jobs. */
import Type, { type Static } from 'typebox';
import { answerWith } from '../../../host/envelope.ts';
import { count, id, members, named, text, textOrNull, time, timeOrNull } from '../../../host/shapes.ts';
import { By } from '../core/answers.ts';

export const Job = named(
  'Job',
  {
    ID: id(),
    status: Type.Enum(['queued', 'running', 'done', 'cancelled', 'failed']),
    action: text('The action on each contact.', 'add_tags'),
    parameters: members('Parameters of the action.', { tags: [1] }),
    filter: members('The contacts are those that matched when the job was created.', { list: [3] }),
    total: count('Number of contacts.'),
    done: count('Number of contacts already changed.', 0),
    failed: count('Number that failed.', 0),
    error: textOrNull('Why some failed.', 'field 1 (Seats) must be a number'),
    by: By,
    created_at: time('Creation time.'),
    started_at: timeOrNull('Time it started.'),
    ended_at: timeOrNull('Time it ended.'),
  },
  'An action on many contacts.',
);
export type Job = Static<typeof Job>;

export const JobAnswer = answerWith({ job: Job });
export const JobsAnswer = answerWith({ jobs: Type.Array(Job) });
