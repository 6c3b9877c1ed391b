/** Rules as text: triggers, steps and outcomes. */
import { dateTime } from '../../../../shared/ui/format.ts';
import { eventKindOf, kindNameOf, stepKindOf } from '../../core/kinds.ts';
import { fieldOf, type Known } from '../../core/named-objects.ts';
import { forms, templates } from '../../core/rule-objects.ts';
import { nameOfTerm } from '../../core/terms.ts';
import { isoOf } from '../../core/times.tsx';
import type {
  FormMember,
  FormSchema,
  Rule,
  RuleRun,
  RuleStep,
  RuleTrigger,
  StatusName,
  WaitUntil,
} from '../../core/types.ts';
import type { Filter } from '../../filter/conditions.ts';
import { filterWords } from '../../filter/words.ts';
import { text } from '../../text/later.ts';
import { creationDate, isEvent } from './draft.ts';
import type { Place } from './step-tree.ts';

const words = text.rules;

export function triggerWords({ event, ...narrow }: RuleTrigger, known: Known): string {
  const kind = eventKindOf(known.kinds, event);
  const isNarrow = Object.keys(narrow).length > 0;
  return kind ? fill((isNarrow && kind.says) || kind.label, kind.members, narrow, known) : event;
}

export const goalWords = (goal: Rule['goal'], known: Known): string =>
  goal === null ? words.goal.ways.none : isEvent(goal) ? triggerWords(goal, known) : filterWords(goal as Filter, known);

export const entryWords = (entry: Rule['entry']): string =>
  typeof entry === 'object' ? words.entry.afterSome(entry.after) : words.entry.ways[entry];

function awaitedWords({ at_most: atMost, field, before, after, ...event }: WaitUntil, known: Known): string {
  if (isEvent(event)) return words.waitUntil.event(triggerWords(event, known), atMost);
  const name =
    field === creationDate ? words.waitUntil.created : (fieldOf(known, String(field))?.name ?? String(field));
  const shift = before ? words.waitUntil.earlier(before, name) : after ? words.waitUntil.later(after, name) : name;
  return words.waitUntil.date(shift, atMost);
}

/** Describes the condition of a branch. */
export const conditionWords = ({ if: filter }: { [member: string]: unknown }, known: Known): string =>
  filterWords((filter ?? {}) as Filter, known);

/** Describes a step: "Add the tags customer, guest". */
export function stepWords(step: RuleStep, known: Known): string {
  if (step.if) return words.branch.says(conditionWords(step, known));
  if (step.wait_until) return awaitedWords(step.wait_until as WaitUntil, known);
  const kind = stepKindOf(known.kinds, kindNameOf(step));
  return kind ? fill(kind.says, kind.members, step, known) : kindNameOf(step);
}

/** Replaces each `{name}` with the text of that field's value. */
const fill = (says: string, { properties }: FormSchema, values: { [member: string]: unknown }, known: Known): string =>
  says.replace(/\{(\w+)\}/g, (_, name: string) => memberWords(properties[name], values[name], known));

function memberWords(member: FormMember | undefined, value: unknown, known: Known): string {
  const texts = [value ?? []].flat().map(String);
  switch (member?.control) {
    case 'tag':
    case 'tags':
      return texts.map((id) => nameOfTerm(known.tag, id)).join(', ');
    case 'list':
    case 'lists':
      return texts.map((id) => nameOfTerm(known.list, id)).join(', ');
    case 'template':
      return texts.map(templates.nameOf).join(', ');
    case 'form':
      return texts.map(forms.nameOf).join(', ');
    case 'status':
      return texts
        .map((status) => text.statuses[status as StatusName] ?? status)
        .join()
        .toLowerCase();
    case 'field':
      return texts.map((key) => fieldOf(known, key)?.name ?? key).join(', ');
    case 'fields':
      return Object.entries(value ?? {})
        .map(([key, one]) => valueWords(key, one, known))
        .join(', ');
    default:
      return texts.join(', ');
  }
}

const valueWords = (key: string, value: unknown, known: Known) =>
  words.sets(
    fieldOf(known, key)?.name ?? key,
    [value]
      .flat()
      .filter((one) => one !== null)
      .join(', '),
  );

/** Formats the event names of an outcome. */
const eventWords = (names: string): string =>
  names
    .split(', ')
    .map((name) => text.timeline.events[name] ?? name)
    .join(', ');

/** The time at which a wait ends, in the detail of its outcome. */
const endPattern = /^until (.+)$/;

/** Formats the detail of an outcome: the end of a wait, event names, or text. */
function detailWords(outcome: string, detail: string): string {
  const end = endPattern.exec(detail)?.[1];
  if (end) return dateTime(isoOf(end));
  return outcome === 'done' || outcome === 'change' ? eventWords(detail) : detail;
}

/** Describes the outcome of a run's step. */
export function outcomeWords(outcome: string, detail: string): string {
  const shown = detailWords(outcome, detail);
  if (outcome === 'done' && endPattern.test(detail)) return words.run.waited(shown);
  return words.run.outcomes[outcome]?.(shown) ?? detail;
}

/** Describes what a step would do now. */
export function wouldWords(would: string, detail: string): string {
  const end = endPattern.exec(detail)?.[1];
  if (end && Date.parse(isoOf(end)) <= Date.now()) return words.dryRun.past;
  return words.dryRun.woulds[would]?.(detailWords(would, detail)) ?? detail;
}

/** Describes a run's next step, or the reason why the run ended. */
export const nextWords = ({ next_step, reason }: RuleRun, known: Known): string =>
  next_step ? words.run.next(stepWords(next_step, known)) : capital(reason ?? '');

export const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Names a place: "step 2, Yes, step 1". */
export const placeWords = (place: Place): string =>
  place.map((part) => (typeof part === 'number' ? words.branch.step(part + 1) : words.branch.lanes[part])).join(', ');
