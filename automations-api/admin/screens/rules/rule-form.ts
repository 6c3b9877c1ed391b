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
import { isSamePlace, type Place, placesOf } from './step-tree.ts';
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

const { name, when: trigger, onlyIf: conditions, thenDo: steps } = text.rules.editor;
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

/** The parts of a rule, by patterns of messages. The service names the part only in its message. */
const parts: [pattern: RegExp, part: keyof RuleDraft][] = [
  [/^Step [\w.]+: |^steps |^\w+ must be the last|can follow\.$|^A rule can have/, 'steps'],
  [/^entry must|^wait must be/, 'entry'],
  [/^Goal: /, 'goal'],
  [/^trigger\.|^There is no (tag|list) /, 'trigger'],
  [/filter|segment|nobody left to meet conditions/i, 'conditions'],
];

function placed(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message, details } = error;
  return new ApiError(status, { code, message, details, fields: fieldsIn(message) });
}

function fieldsIn(message: string): Record<string, string> {
  const missing = /^Missing parameter\(s\): (.+)$/.exec(message)?.[1]?.split(', ');
  const part = parts.find(([pattern]) => pattern.test(message))?.[1];
  const names = missing?.map((name) => name.split('.')[0] ?? name) ?? (part ? [part] : []);
  return Object.fromEntries(names.map((name) => [name, message]));
}

/** The start of a message about a step: "Step 2.then.1: ". */
const stepPattern = /^Step ([\w.]+): /;

const placeIn = (numbers: string): Place =>
  numbers.split('.').map((part) => (part === 'then' || part === 'else' ? part : Number(part) - 1));

/** Returns the problem of one step. */
export function stepProblem({ problems }: Pick<RuleForm, 'problems'>, place: Place): string | undefined {
  const message = problems.steps ?? '';
  const [start, numbers = ''] = stepPattern.exec(message) ?? [];
  return start && isSamePlace(placeIn(numbers), place) ? withoutName(plain(message.slice(start.length))) : undefined;
}

/** Replaces a message about a parameter with one about the field it is shown at. */
const plain = (message: string): string =>
  message
    .replace(stepPattern, (_, numbers: string) => `${capital(placeWords(placeIn(numbers)))}: `)
    .replace(/Missing parameter.*$/s, text.rules.editor.missing);

/** Rewrites an error about an unsaved rule, for a place without form fields. */
export function inPlainWords(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message } = error;
  const isWithoutSteps = /^steps |^Missing parameter.*steps/.test(message);
  return new ApiError(status, { code, message: isWithoutSteps ? text.rules.editor.noSteps : plain(message) });
}

export const nameProblem = ({ problems }: Pick<RuleForm, 'problems'>): string | undefined =>
  problems.name && plain(problems.name);

/** Returns the problem of the steps as a whole. */
export function stepsProblem({ problems, values }: Pick<RuleForm, 'problems' | 'values'>): string | undefined {
  if (values.steps.length === 0 && problems.steps) return text.rules.editor.noSteps;
  return placesOf(values.steps).some(({ place }) => stepProblem({ problems }, place)) ? undefined : problems.steps;
}
