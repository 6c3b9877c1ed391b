/** The step that waits for a duration such as "2 days". */
import type { RuleStep, Step } from '../../../../host/extensions.ts';
import { sqlDate } from '../../core/dates.ts';
import { unprocessable } from '../../core/errors.ts';

const unitsMs = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
type Unit = keyof typeof unitsMs;

const longestMs = 365 * unitsMs.day;
const form = /^\s*(\d{1,8})\s*(second|minute|hour|day|week)s?\s*$/i;

export type Wait = { ms: number; text: string };

/** Parses a duration between a second and a year. `text` is its normal form. @throws unprocessable_entity */
export function parseWait(given: string): Wait {
  const [, digits, word] = form.exec(given) ?? [];
  const [count, unit] = [Number(digits), word?.toLowerCase() as Unit];
  const ms = count * unitsMs[unit];
  if (!(ms >= unitsMs.second && ms <= longestMs)) {
    throw unprocessable('wait must be such as "10 minutes", "3 hours", "2 days" or "1 week", at most a year');
  }
  return { ms, text: `${count} ${unit}${count === 1 ? '' : 's'}` };
}

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
  tries: ({ wait }) => ({ would: 'wait', detail: `${wait}; then conditions are checked again` }),
  act: async ({ now }, step) => {
    const until = sqlDate(dueAfter(step, now));
    return () => ({ outcome: 'waiting', detail: `until ${until}` });
  },
};
