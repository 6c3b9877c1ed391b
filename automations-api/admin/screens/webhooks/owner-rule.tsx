/** Links a webhook to the rule whose step sends to it. */
import { useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { Rule } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.webhooks;
/** No site has more rules than this. A rule whose name is not loaded is not linked. */
const mostRules = 500;

const findRule = async (id: string, signal: AbortSignal): Promise<Rule | undefined> => {
  const { rules } = await api.get<{ rules: Rule[] }>('/rules', { limit: mostRules }, signal);
  return rules.find(({ steps }) => steps.some((step) => String(step.webhook_id) === id));
};

export function OwnerRule({ id }: { id: string }) {
  const { data: rule } = useLoad((signal) => findRule(id, signal), [id]);
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
