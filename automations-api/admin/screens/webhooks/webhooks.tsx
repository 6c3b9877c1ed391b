/** Webhooks: servers of one's own that are told what happens to contacts, and how each is doing. */
import { useState } from 'preact/hooks';
import { AddButton } from '../../../../shared/ui/add-button.tsx';
import { useEvery } from '../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { SigningSecret } from '../../../../shared/ui/signing-secret.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { Table } from '../../../../shared/ui/table.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { useNew } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { PageSteps } from '../../core/page-steps.tsx';
import { usePaged } from '../../core/paged.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { NewWebhook, Webhook } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { type Act, sendTest, setActive, WebhookAct } from './acts.tsx';
import { columnsOf } from './columns.tsx';
import { nameOf } from './names.ts';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';

const words = text.webhooks;
const lookEveryMs = 4_000;

/** The dialogs opened from the list. */
type OpenDialog = { is: 'made'; secret: string } | { is: Act; webhook: Webhook };

export function Webhooks() {
  const webhooks = usePaged<Webhook>('/webhooks', 'webhooks');
  const [dialog, setDialog] = useState<OpenDialog>();
  const isBoss = may('administrator');
  const [isMaking, setMaking] = useNew(isBoss);
  const close = () => setDialog(undefined);
  useEvery(lookEveryMs, () => {
    if (webhooks.data?.some(({ active, pending }) => active && pending > 0)) webhooks.reload();
  });
  const show = (changed: Webhook) =>
    webhooks.set((before) => before.map((one) => (one.ID === changed.ID ? changed : one)));
  const actions = (webhook: Webhook): MenuItem[] => [
    { label: words.open, icon: 'list', href: pathTo('webhook', { id: String(webhook.ID) }) },
    {
      label: words.test,
      icon: 'bolt',
      isDisabled: !webhook.active,
      onSelect: () => void sendTest(webhook).then(webhooks.reload, toastError),
    },
    { label: words.edit, icon: 'edit', onSelect: () => setDialog({ is: 'edit', webhook }) },
    {
      label: webhook.active ? words.turnOff : words.turnOn,
      icon: webhook.active ? 'close' : 'check',
      onSelect: () => void setActive(webhook, !webhook.active).then(show, toastError),
    },
    { label: uiText.signingSecret.rotate, icon: 'key', onSelect: () => setDialog({ is: 'rotate', webhook }) },
    {
      label: text.actions.delete,
      icon: 'trash',
      isBad: true,
      isApart: true,
      onSelect: () => setDialog({ is: 'delete', webhook }),
    },
  ];
  const make = async (values: WebhookValues) => {
    const { secret } = (await api.post<{ webhooks: NewWebhook }>('/webhook/add', values)).webhooks;
    setDialog({ is: 'made', secret });
    setMaking(false);
    webhooks.reload();
  };
  const add = <AddButton label={words.newWebhook} onAdd={() => setMaking(true)} />;
  return (
    <Screen title={words.title} note={words.note} actions={isBoss && add}>
      <section class="card list-card">
        <Show of={webhooks}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty icon="webhook" title={words.none}>
                {words.noneNote}
              </Empty>
            ) : (
              <Table
                label={words.title}
                rows={rows}
                columns={columnsOf(show)}
                idOf={({ ID }) => String(ID)}
                nameOf={nameOf}
                actions={isBoss ? actions : undefined}
              />
            )
          }
        </Show>
        <PageSteps of={webhooks} />
      </section>
      {isMaking && <WebhookForm send={make} onClose={() => setMaking(false)} />}
      {dialog?.is === 'made' && <SigningSecret title={words.madeTitle} secret={dialog.secret} onClose={close} />}
      {dialog && 'webhook' in dialog && (
        <WebhookAct
          act={dialog.is}
          webhook={dialog.webhook}
          onClose={close}
          onChanged={webhooks.reload}
          onDeleted={webhooks.reload}
        />
      )}
    </Screen>
  );
}
