/** The form of a rule: sending it, and which part what the service refuses is about. */
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { api } from '../../api.ts';
import { text } from '../../text/text.ts';
import type { Rule } from '../../types.ts';
import { bodyOf, changesOf, draftOf, type RuleDraft } from './draft.ts';

export type RuleForm = Form<RuleDraft>;

/** `rule`: what is changed, undefined for a new one. */
export function useRuleForm(rule: Rule | undefined, first: RuleDraft, onSaved: (rule: Rule) => void): RuleForm {
  const form = useForm<RuleDraft>(first, async (draft) => {
    const saved = await save(rule, draft).catch((error: unknown) => {
      throw placed(error);
    });
    form.reset(draftOf(saved));
    onSaved(saved);
  });
  return form;
}

async function save(rule: Rule | undefined, draft: RuleDraft): Promise<Rule> {
  const [path, body] = rule
    ? [`/rule/update/${rule.ID}`, changesOf({ ...draftOf(rule), active: draft.active }, draft)]
    : ['/rule/add', bodyOf(draft)];
  return (await api.post<{ rule: Rule }>(path, body)).rule;
}

/** The service names the part of a rule in its message alone. */
const parts: [said: RegExp, part: keyof RuleDraft][] = [
  [/^Step \d+: |^steps |^Missing parameter\(s\): steps|^delete must|only webhooks can follow/, 'steps'],
  [/^trigger\.|^Missing parameter\(s\): trigger|^There is no (tag|list) /, 'trigger'],
  [/^Missing parameter\(s\): name/, 'name'],
  [/filter|segment|nobody left to meet conditions/i, 'conditions'],
];

function placed(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message, details } = error;
  const part = parts.find(([said]) => said.test(message))?.[1];
  return new ApiError(status, { code, message, details, fields: part ? { [part]: message } : {} });
}

/** What is wrong with one step, counted from 0. */
export function stepProblem({ problems }: Pick<RuleForm, 'problems'>, index: number): string | undefined {
  const [, n, message] = /^Step (\d+): (.*)$/s.exec(problems.steps ?? '') ?? [];
  return Number(n) === index + 1 ? plain(message) : undefined;
}

/** What programs are told of a parameter, people are told of the field they see it at. */
const plain = (message: string | undefined): string | undefined =>
  message && /^Missing parameter/.test(message) ? text.rules.editor.missing : message;

export const nameProblem = ({ problems }: Pick<RuleForm, 'problems'>): string | undefined => plain(problems.name);

/** What is wrong with the steps as a whole. */
export const stepsProblem = ({ problems, values }: Pick<RuleForm, 'problems' | 'values'>): string | undefined =>
  values.steps.some((_, index) => stepProblem({ problems }, index)) ? undefined : problems.steps;
