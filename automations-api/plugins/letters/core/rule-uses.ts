/** The rules that send a template. */
import type { RuleList } from '../../../host/plugin.ts';

export const sendMail = 'send_mail';

export type RuleRef = { ID: number; name: string };

/** Lists the rules by template. */
export async function listRulesSending(rules: RuleList): Promise<Map<number, RuleRef[]>> {
  const uses = new Map<number, RuleRef[]>();
  for (const { rule, steps } of await rules.list()) {
    const sending = steps.filter(({ action }) => action === sendMail);
    for (const id of new Set(sending.map(({ template }) => Number(template))))
      uses.set(id, [...(uses.get(id) ?? []), { ID: rule.id, name: rule.name }]);
  }
  return uses;
}
