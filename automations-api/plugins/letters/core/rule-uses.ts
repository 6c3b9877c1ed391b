/** The rules that send a template. */
import type { Step } from '../../../host/plugin.ts';

export const sendMail = 'send_mail';

export type RuleRef = { ID: number; name: string };
type UsedStep = { rule: { id: number; name: string }; step: Step };
/** The rules of contact automation, from the filter `automations_rules`. */
export type Rules = { listSteps: () => Promise<UsedStep[]> };

/** Lists the rules by template. */
export async function listRulesSending(rules: Rules): Promise<Map<number, RuleRef[]>> {
  const steps = await rules.listSteps();
  const uses = new Map<number, RuleRef[]>();
  for (const { rule, step } of steps) {
    if (step.action !== sendMail) continue;
    const id = Number(step.template);
    const known = uses.get(id) ?? [];
    if (!known.some(({ ID }) => ID === rule.id)) uses.set(id, [...known, { ID: rule.id, name: rule.name }]);
  }
  return uses;
}
