/** A rule's form: saving it, and the part to which an error belongs. */
import { useRef } from 'preact/hooks';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { saveChanged } from '../../../../shared/ui/save-changed.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { api } from '../../core/api.ts';
import { withoutName } from '../../core/field-errors.ts';
import { type Known, useKnown } from '../../core/named-objects.ts';
import type { Rule } from '../../core/types.ts';
import { filterWords } from '../../filter/words.ts';
import { text } from '../../text/text.ts';
import { bodyOf, changesOf, draftOf, type RuleDraft } from './draft.ts';
import { lanes, type Place, placesOf } from './step-tree.ts';
import { capital, entryWords, goalWords, placeWords, stepWords, triggerWords } from './words.ts';

export type RuleForm = Form<RuleDraft>;

type RuleFormOptions = {
  /** The rule to edit; undefined for a new one. */
  rule?: Rule;
  first: RuleDraft;
  onSaved: (rule: Rule) => void;
};

export function useRuleForm({ rule, first, onSaved }: RuleFormOptions): RuleForm {
  const known = useKnown();
  /** The saved rule that edits are compared with. */
  const base = useRef(first);
  const form = useForm<RuleDraft>(first, async (draft) => {
    const saved = await (rule ? saveChanges(rule.ID, base.current, draft, known) : addRule(draft)).catch(
      (error: unknown) => {
        throw placed(error);
      },
    );
    reset(draftOf(saved));
    onSaved(saved);
  });
  const reset = (next = first) => {
    base.current = next;
    form.reset(next);
  };
  return { ...form, reset };
}

const addRule = async (draft: RuleDraft): Promise<Rule> =>
  (await api.post<{ rule: Rule }>('/rule/add', { ...bodyOf(draft), active: false })).rule;

type Answer = { rule: Rule };
type RuleBody = ReturnType<typeof bodyOf>;

const saveChanges = (id: number, base: RuleDraft, draft: RuleDraft, known: Known): Promise<Rule> =>
  saveChanged({
    base: bodyOf(base),
    mine: bodyOf(draft),
    valuesOf: ({ rule }: Answer) => bodyOf(draftOf(rule)),
    read: () => api.get<Answer>(`/rule/${id}`),
    write: (values, before, headers) => api.post<Answer>(`/rule/update/${id}`, changesOf(before, values), { headers }),
    words: { label: (name) => labels[name], show: (name, value) => partWords({ [name]: value }, known) },
  }).then(({ rule }) => rule);

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

/** Returns the problem by its part of the rule, or by its step: `steps.1.then.0`. */
function fieldsIn(message: string): Record<string, string> {
  const { label, place, words } = readFault(message);
  if (label) return { [place ? fieldOf(place) : label.toLowerCase()]: words };
  const missing = /^Missing parameter\(s\): (.+)$/.exec(message)?.[1]?.split(', ') ?? [];
  return Object.fromEntries(missing.map((name) => [name, name === 'steps' ? editor.noSteps : editor.missing]));
}

const fieldOf = (place: Place): string => ['steps', ...place].join('.');

/** The part that a message names: "Goal: …", "Step 2.then.1: …". */
const labelled = /^(Trigger|Conditions|Entry|Goal|Step)(?: ([\w.]+))?: (.*)$/s;

/** Splits a message into the part of the rule that it names and its fault, in plain text for its field. */
function readFault(message: string): { label: string | undefined; place: Place | undefined; words: string } {
  const [, label, numbers, fault = message] = labelled.exec(message) ?? [];
  const words = withoutName(fault.replace(/^Missing parameter.*$/s, editor.missing));
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
