/** A rule's form: saving it, and the part to which an error belongs. */

import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import type { Form } from '../../../../shared/ui/form.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { type Known, useKnown } from '../../core/named-objects.ts';
import { useObjectForm } from '../../core/object-screen.tsx';
import type { Rule } from '../../core/types.ts';
import { filterWords } from '../../filter/words.ts';
import { text } from '../../text/later.ts';
import { bodyOf, draftOf, type RuleDraft } from './draft.ts';
import { lanes, type Place, placesOf } from './step-tree.ts';
import { capital, entryWords, goalWords, placeWords, stepWords, triggerWords } from './words.ts';

export type RuleForm = Form<RuleDraft>;

type RuleFormOptions = {
  /** The rule to edit; undefined for a new one. */
  rule?: Rule;
  first: RuleDraft;
  onSaved: (rule: Rule) => void;
};

type RuleBody = ReturnType<typeof bodyOf>;

export function useRuleForm({ rule, first, onSaved }: RuleFormOptions): RuleForm {
  const known = useKnown();
  return useObjectForm<Rule, RuleDraft, RuleBody>({
    kind: 'rule',
    saved: rule,
    first,
    draftOf,
    valuesOf: bodyOf,
    bodyOf: (body, isNew) => (isNew ? { ...body, active: false } : body),
    words: { label: (name) => labels[name], show: (name, value) => partWords({ [name]: value }, known) },
    place: placed,
    onSaved,
  });
}

const { editor } = text.rules;
const { name, when: trigger, onlyIf: conditions, thenDo: steps } = editor;
const labels = { name, trigger, entry: text.rules.entry.title, conditions, goal: text.rules.goal.title, steps };

function partWords(
  { name, trigger, entry, conditions, goal, steps }: Partial<RuleBody>,
  known: Known,
): string | undefined {
  if (trigger) return triggerWords(trigger, known);
  if (conditions) return filterWords(conditions, known);
  if (entry) return entryWords(entry);
  if (goal !== undefined) return goalWords(goal, known);
  if (!steps) return name;
  return placesOf(steps)
    .map(({ step, place }) => `${capital(placeWords(place))}: ${stepWords(step, known)}`)
    .join('\n');
}

function placed(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message, details } = error;
  return new ApiError(status, { code, message, details, fields: fieldsIn(message) });
}

/** Returns the problem, keyed by its part of the rule or by its step: `steps.1.then.0`. */
function fieldsIn(message: string): Record<string, string> {
  const { label, place, words } = readFault(message);
  if (label) return { [place ? fieldOf(place) : label.toLowerCase()]: words };
  const missing = /^Missing parameter\(s\): (.+)$/.exec(message)?.[1]?.split(', ') ?? [];
  return Object.fromEntries(missing.map((name) => [name, name === 'steps' ? editor.noSteps : text.missing]));
}

const fieldOf = (place: Place): string => ['steps', ...place].join('.');

/** The part that a message names: "Goal: …", "Step 2.then.1: …". */
const labelled = /^(Trigger|Conditions|Entry|Goal|Step)(?: ([\w.]+))?: (.*)$/s;

/** Splits a message into the part of the rule that it names and its fault, in plain text for its field. */
function readFault(message: string): { label: string | undefined; place: Place | undefined; words: string } {
  const [, label, numbers, fault = message] = labelled.exec(message) ?? [];
  const words = sentenceOf(fault.replace(/^Missing parameter.*$/s, text.missing));
  return { label, place: numbers ? placeIn(numbers) : undefined, words };
}

const placeIn = (numbers: string): Place =>
  numbers.split('.').map((part) => lanes.find((lane) => lane === part) ?? Number(part) - 1);

export const stepProblem = ({ problems }: Pick<RuleForm, 'problems'>, place: Place): string | undefined =>
  problems[fieldOf(place)];

/** Rewrites an error about an unsaved rule, for a place without form fields. */
export function inPlainWords(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message } = error;
  const { label, place, words } = readFault(message);
  const where = place ? capital(placeWords(place)) : label;
  const fault = /^Missing parameter.*\bsteps\b/.test(message) ? editor.noSteps : words;
  return new ApiError(status, { code, message: where ? `${where}: ${words}` : fault });
}
