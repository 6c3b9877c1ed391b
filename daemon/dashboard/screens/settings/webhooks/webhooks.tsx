/** Webhooks of the workspace. */
import { useLoad } from '../../../../../shared/ui/load.ts';
import { RefusedSettings } from '../../../../../shared/ui/settings.tsx';
import { OneWebhook } from '../../../../../shared/ui/webhooks/one-webhook.tsx';
import type { Webhook as Shown, WebhookPort } from '../../../../../shared/ui/webhooks/record.ts';
import { WebhookList } from '../../../../../shared/ui/webhooks/webhook-list.tsx';
import { api } from '../../../core/api.ts';
import { pathTo } from '../../../core/routes.ts';
import { may, workspace } from '../../../core/session.ts';
import type { Delivery, Webhook as Hook, NewWebhook } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';
import { SettingsScreen } from '../core/settings.tsx';

const words = text.webhooks;
const pathOf = (id: string, more = '') => `/webhooks/${id}${more}`;

const events = Object.entries(words.eventTitles).map(([name, title]) => ({ name, title }));

const port: WebhookPort = {
  words,
  Frame: ({ name: title, note, actions, children }) => (
    <SettingsScreen name="webhooks" title={title} note={note} actions={actions}>
      {children}
    </SettingsScreen>
  ),
  hrefOf: (id) => (id === undefined ? pathTo('webhooks') : pathTo('webhook', { id })),
  mayChange: () => may('admin'),
  useEvents: () => ({ data: events, error: undefined, isLoading: false, reload: () => {} }),
  get: (id, signal) => api.get<Hook>(pathOf(id), {}, signal),
  create: (values) => api.post<NewWebhook>('/webhooks', values),
  save: (id, changes) => api.patch<Hook>(pathOf(id), changes),
  remove: (id) => api.delete(pathOf(id)),
  test: (id) => api.post(pathOf(id, '/test')),
  rotate: (id) => api.post<NewWebhook>(pathOf(id, '/rotate')),
  deliveries: async (id, query, signal) => {
    type Page = { deliveries: Delivery[]; nextCursor: string | null };
    const { deliveries, nextCursor } = await api.get<Page>(pathOf(id, '/deliveries'), query, signal);
    const toShown = (one: Delivery) => ({ ...one, event: one.request.type, messageId: one.id, payload: one.request });
    return { items: deliveries.map(toShown), nextCursor };
  },
  retried: ['dead', 'delivered'],
  retry: (id, deliveryId) => api.post(pathOf(id, `/deliveries/${deliveryId}/retry`)),
};

function List() {
  const list = useLoad<Shown[]>(
    (signal) => api.get<{ webhooks: Hook[] }>('/webhooks', {}, signal).then(({ webhooks }) => webhooks),
    [],
  );
  return <WebhookList port={port} of={list} most={workspace.value?.limits.webhooks} />;
}

export const Webhooks = () =>
  may('admin') ? (
    <List />
  ) : (
    <RefusedSettings name="webhooks" why={words.adminsOnly}>
      {words.adminsOnlyNote}
    </RefusedSettings>
  );

export const Webhook = () => <OneWebhook port={port} />;
