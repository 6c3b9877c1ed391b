/** Webhooks: the workspace's servers that receive events. */
import { useState } from 'preact/hooks';
import { AddButton } from '../../../../../shared/ui/add-button.tsx';
import { relative } from '../../../../../shared/ui/format.ts';
import { addWithin, Limit } from '../../../../../shared/ui/limit.tsx';
import { useLoad } from '../../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../../shared/ui/menu.tsx';
import { SigningSecret } from '../../../../../shared/ui/signing-secret.tsx';
import { Empty, Show } from '../../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../../shared/ui/table.tsx';
import { toastError } from '../../../../../shared/ui/toast.tsx';
import { useNew } from '../../../../../shared/ui/url-state.ts';
import { api } from '../../../core/api.ts';
import { pathTo } from '../../../core/routes.ts';
import { may, workspace } from '../../../core/session.ts';
import type { NewWebhook, Webhook } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { type Act, setActive, WebhookAct } from './acts.tsx';
import { hostOf, State } from './state.tsx';
import { allEvents, WebhookForm, type WebhookValues } from './webhook-form.tsx';

const words = text.webhooks;

const columns: Column<Webhook>[] = [
  {
    key: 'url',
    head: words.url,
    isGrowing: true,
    cell: ({ id, url }) => (
      <>
        <a class="first" href={pathTo('webhook', { id })}>
          {hostOf(url)}
        </a>
        <span class="second">{url}</span>
      </>
    ),
  },
  {
    key: 'events',
    head: words.eventsLabel,
    isWide: true,
    cell: ({ events }) => (
      <span title={events.map((event) => words.events[event]).join('\n')}>
        {events.length === allEvents.length ? words.allEvents : words.countEvents(events.length)}
      </span>
    ),
  },
  { key: 'state', head: words.state, cell: (webhook) => <State webhook={webhook} /> },
  { key: 'created', head: words.created, isWide: true, cell: ({ createdAt }) => relative(createdAt) },
];

export function Webhooks() {
  return may('admin') ? (
    <AllWebhooks />
  ) : (
    <SettingsScreen name="webhooks">
      <section class="card">
        <Empty icon="webhook" title={words.adminsOnly}>
          {words.adminsOnlyNote}
        </Empty>
      </section>
    </SettingsScreen>
  );
}

type OpenDialog = { is: 'made'; made: NewWebhook } | { is: Act; webhook: Webhook };

function AllWebhooks() {
  const webhooks = useLoad(
    (signal) => api.get<{ webhooks: Webhook[] }>('/webhooks', {}, signal).then((answer) => answer.webhooks),
    [],
  );
  const [isMaking, setMaking] = useNew();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const actions = (webhook: Webhook): MenuItem[] => [
    { label: words.open, icon: 'webhook', href: pathTo('webhook', { id: webhook.id }) },
    { label: text.actions.edit, icon: 'edit', onSelect: () => setDialog({ is: 'edit', webhook }) },
    {
      label: webhook.active ? words.pause : words.resume,
      icon: webhook.active ? 'lock' : 'bolt',
      onSelect: () => void setActive(webhook, !webhook.active).then(webhooks.reload, toastError),
    },
    { label: text.actions.delete, icon: 'trash', isBad: true, onSelect: () => setDialog({ is: 'delete', webhook }) },
  ];
  const make = async (values: WebhookValues) => {
    setDialog({ is: 'made', made: await api.post<NewWebhook>('/webhooks', values) });
    setMaking(false);
    webhooks.reload();
  };
  const count = webhooks.data?.length ?? 0;
  const most = workspace.value?.limits.webhooks;
  const add = <AddButton label={words.newWebhook} onAdd={addWithin(count, most, () => setMaking(true))} />;
  return (
    <SettingsScreen name="webhooks" note={words.note} actions={add}>
      <Limit count={count} most={most} />
      <section class="card">
        <Show of={webhooks}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty icon="webhook" title={words.empty}>
                {words.emptyNote}
              </Empty>
            ) : (
              <Table
                label={words.title}
                rows={rows}
                columns={columns}
                idOf={({ id }) => id}
                nameOf={({ url }) => hostOf(url)}
                actions={actions}
              />
            )
          }
        </Show>
      </section>
      {isMaking && <WebhookForm send={make} onClose={() => setMaking(false)} />}
      {dialog?.is === 'made' && <SigningSecret title={words.made} secret={dialog.made.secret} onClose={close} />}
      {dialog && 'webhook' in dialog && (
        <WebhookAct
          act={dialog.is}
          webhook={dialog.webhook}
          onClose={close}
          onChanged={webhooks.reload}
          onDeleted={webhooks.reload}
        />
      )}
    </SettingsScreen>
  );
}
