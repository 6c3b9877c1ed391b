/** Webhooks of the site. */
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { OneWebhook } from '../../../../shared/ui/webhooks/one-webhook.tsx';
import type { Webhook as Shown, WebhookPort } from '../../../../shared/ui/webhooks/record.ts';
import { WebhookList } from '../../../../shared/ui/webhooks/webhook-list.tsx';
import { api } from '../../core/api.ts';
import { atFields } from '../../core/field-errors.ts';
import { useKinds, useNeededKinds } from '../../core/kinds.ts';
import { usePaged } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { toRecord } from '../../core/to-record.ts';
import type { Delivery, Webhook as Hook, NewWebhook, Rule } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.webhooks;

function toWebhook(answer: Hook): Shown {
  const { attemptedAt, pending, dead, failingSince, ...webhook } = toRecord(answer);
  const counts = { attemptedAt, pending, dead };
  // The service never turns a webhook off, so a webhook that is off is not shown as failing.
  return { ...webhook, counts, failingSince: webhook.active ? failingSince : null };
}

const toDelivery = ({ last_error: error, ...answer }: Delivery) => ({ ...toRecord(answer), error });

const atUrl = <T,>(answer: Promise<T>) => atFields(answer, { 'url ': 'url' });

const port: WebhookPort = {
  words,
  Frame: ({ name: title = words.title, isOne, ...props }) => (
    <Screen title={title} parent={isOne ? 'webhooks' : undefined} {...props} />
  ),
  hrefOf: (id) => (id === undefined ? pathTo('webhooks') : pathTo('webhook', { id })),
  mayChange: () => may('administrator'),
  useEvents: () => ({ ...useNeededKinds(), data: useKinds()?.events }),
  Owner: OwnerRule,
  get: async (id, signal) => toWebhook((await api.get<{ webhooks: Hook }>(`/webhook/${id}`, {}, signal)).webhooks),
  create: async (values) => (await atUrl(api.post<{ webhooks: NewWebhook }>('/webhook/add', values))).webhooks,
  save: async (id, changes) =>
    toWebhook((await atUrl(api.post<{ webhooks: Hook }>(`/webhook/update/${id}`, changes))).webhooks),
  remove: (id) => api.delete(`/webhook/${id}`),
  test: (id) => api.post(`/webhook/test/${id}`),
  rotate: async (id) => (await api.post<{ webhooks: NewWebhook }>(`/webhook/rotate/${id}`)).webhooks,
  deliveries: async (id, query, signal) => {
    type Page = { deliveries: Delivery[]; next_cursor: string | null };
    // An empty cursor starts with the first page.
    const path = `/webhook/${id}/deliveries${query.cursor ? '' : '?cursor='}`;
    const page = await api.get<Page>(path, query, signal);
    return { items: page.deliveries.map(toDelivery), nextCursor: page.next_cursor };
  },
  filtersEvents: true,
  retried: ['dead'],
  retry: (_, deliveryId) => api.post(`/webhook/retry/${deliveryId}`),
  retryAll: (id) => api.post(`/webhook/retry-all/${id}`),
};

export function Webhooks() {
  const { steps, ...list } = usePaged('/webhooks', {}, toWebhook);
  return <WebhookList port={port} of={list} steps={steps} />;
}

export const Webhook = () => <OneWebhook port={port} />;

/** Maximum number of rules to load. The webhook of a rule beyond this number shows no link to it. */
const mostRules = 500;

const findRule = async (id: string, signal: AbortSignal): Promise<Rule | undefined> => {
  const { rules } = await api.get<{ rules: Rule[] }>('/rules', { limit: mostRules }, signal);
  return rules.find(({ steps }) => steps.some((step) => String(step.webhook_id) === id));
};

/** Shows a link from a webhook to the rule whose step sends to it. */
function OwnerRule({ id }: { id: string }) {
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
