/** Rules in words: what triggers them, what their steps do, and what came of it. */
import { dateTime } from '../../../../shared/ui/format.ts';
import { nameOfTerm } from '../../core/terms.ts';
import { isoOf } from '../../core/times.tsx';
import type { RuleRun, RuleStep, RuleTrigger, StatusName } from '../../core/types.ts';
import { fieldOf, type Known } from '../../filter/known.ts';
import { text } from '../../text/text.ts';
import { waitIn } from './waits.ts';

const words = text.rules;

export function triggerWords({ event, tag, list, link }: RuleTrigger, known: Known): string {
  const narrow = tag ? nameOfTerm(known.tag, tag) : list ? nameOfTerm(known.list, list) : link;
  return (narrow ? words.narrowed[event]?.(narrow) : words.events[event]) ?? event;
}

/** As "Add the tags customer, guest". */
export function stepWords(step: RuleStep, known: Known): string {
  if (step.wait !== undefined) {
    const { count, unit } = waitIn(step.wait);
    return words.says.wait(Number(count), unit);
  }
  const say = words.says.actions[step.action ?? ''];
  return say ? say(detailWords(step, known)) : (step.action ?? '');
}

function detailWords({ tags, lists, status, field, url }: RuleStep, known: Known): string {
  if (tags) return tags.map((id) => nameOfTerm(known.tag, id)).join(', ');
  if (lists) return lists.map((id) => nameOfTerm(known.list, id)).join(', ');
  if (status) return (text.statuses[status as StatusName] ?? status).toLowerCase();
  if (field)
    return Object.entries(field)
      .map(([key, value]) => valueWords(key, value, known))
      .join(', ');
  return url ?? '';
}

const valueWords = (key: string, value: unknown, known: Known) =>
  words.says.field(
    fieldOf(known, key)?.name ?? key,
    [value]
      .flat()
      .filter((one) => one !== null)
      .join(', '),
  );

/** Names of events, as outcomes have them, in words. */
const eventWords = (names: string): string =>
  names
    .split(', ')
    .map((name) => text.timeline.events[name] ?? name)
    .join(', ');

/** What came of a step of a run. */
export function outcomeWords(outcome: string, detail: string): string {
  const until = /^until (.+)$/.exec(detail)?.[1];
  const said = until ? dateTime(isoOf(until)) : outcome === 'done' ? eventWords(detail) : detail;
  return words.run.outcomes[outcome]?.(said) ?? detail;
}

/** What would come of a step now. */
export const wouldWords = (would: string, detail: string): string =>
  words.dryRun.woulds[would]?.(would === 'change' ? eventWords(detail) : detail) ?? detail;

/** What comes next for a run, or why it ended. */
export const nextWords = ({ next_step, reason, step }: RuleRun, known: Known): string =>
  next_step ? words.run.next(step, stepWords(next_step, known)) : capital(reason ?? '');

const capital = (said: string): string => said.charAt(0).toUpperCase() + said.slice(1);
