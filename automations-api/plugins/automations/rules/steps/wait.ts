/** The step that waits for a duration such as "2 days". */
import type { RuleStep, Step } from '../../../../host/extensions.ts';
import { sqlDate } from '../../core/dates.ts';
import { type Duration, parseDuration } from '../../core/durations.ts';

export type Wait = Duration;

/** Parses a duration between a second and a year. `text` is its normal form. @throws unprocessable_entity */
export const parseWait = (given: string): Wait => parseDuration('wait', given);

const dueAfter = ({ wait }: Step, now: Date) => new Date(now.getTime() + parseWait(String(wait)).ms);

export const waitStep: RuleStep = {
  name: 'wait',
  label: 'Wait',
  says: 'Wait {wait}',
  icon: 'clock',
  isBare: true,
  needsNobody: true,
  members: {
    properties: { wait: { type: 'string', control: 'duration', title: 'How long', default: '1 day' } },
    required: ['wait'],
  },
  read: ({ wait }) => ({ wait: parseWait(String(wait)).text }),
  pauses: dueAfter,
  act: async ({ now }, step) => {
    const until = sqlDate(dueAfter(step, now));
    return () => ({ outcome: 'waiting', detail: `until ${until}` });
  },
};
