/** Links a webhook to the rule whose step sends to it. */
import { useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { Rule, Webhook } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.webhooks;
/** No site has more rules than this. A rule whose name is not loaded is not linked. */
const mostRules = 500;

const findRule = async ({ ID }: Webhook, signal: AbortSignal): Promise<Rule | undefined> => {
  const { rules } = await api.get<{ rules: Rule[] }>('/rules', { limit: mostRules }, signal);
  return rules.find(({ steps }) => steps.some((step) => step.webhook_id === ID));
};

export function OfRule({ webhook }: { webhook: Webhook }) {
  const { data: rule } = useLoad((signal) => findRule(webhook, signal), [webhook.ID]);
  return (
    <p class="notice">
      <span>
        {words.ofRuleNote}{' '}
        {rule && (
          <a class="text" href={pathTo('rule', { id: String(rule.ID) })}>
            {rule.name}
          </a>
        )}
      </span>
    </p>
  );
}
