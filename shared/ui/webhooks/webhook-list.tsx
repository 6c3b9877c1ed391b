/** The list of a workspace's or a site's webhooks, with their health. */
import { useState } from 'preact/hooks';
import { AddButton } from '../add-button.tsx';
import { addWithin, Limit } from '../limit.tsx';
import { ListCard } from '../list/list-card.tsx';
import type { ListStepsProps } from '../list/steps.tsx';
import { type Loaded, useEvery } from '../load.ts';
import type { MenuItem } from '../menu.tsx';
import { SigningSecret } from '../signing-secret.tsx';
import { Empty } from '../states.tsx';
import { uiText } from '../text.ts';
import { toastError } from '../toast.tsx';
import { useNew } from '../url-state.ts';
import { type Action, sendTest, setActive, WebhookAction } from './actions.tsx';
import { columnsOf } from './columns.tsx';
import type { Webhook, WebhookPort, WebhookValues } from './record.ts';
import { nameOf } from './state.tsx';
import { WebhookForm } from './webhook-form.tsx';

const lookEveryMs = 4_000;

type WebhookListProps = {
  port: WebhookPort;
  of: Loaded<Webhook[]>;
  /** The maximum number of webhooks. */
  most?: number | null | undefined;
  steps?: ListStepsProps;
};

/** A dialog that the list opens. */
type OpenDialog = { is: 'created'; secret: string } | { is: Action; webhook: Webhook };

export function WebhookList({ port, of: webhooks, most, steps }: WebhookListProps) {
  const { words, Frame, mayChange, useEvents } = port;
  const { data: events } = useEvents();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [isCreating, setCreating] = useNew(mayChange());
  const close = () => setDialog(undefined);
  useEvery(lookEveryMs, () => {
    if (webhooks.data?.some(({ active, counts }) => active && counts && counts.pending > 0)) webhooks.reload();
  });
  const show = (changed: Webhook) =>
    webhooks.set((before) => before.map((one) => (one.id === changed.id ? changed : one)));
  const actions = (webhook: Webhook) =>
    actionsOf(port, webhook, {
      onOpen: (is) => setDialog({ is, webhook }),
      onTested: webhooks.reload,
      onChanged: show,
    });
  const create = async (values: WebhookValues) => {
    const { secret } = await port.create(values);
    setDialog({ is: 'created', secret });
    setCreating(false);
    webhooks.reload();
  };
  const count = webhooks.data?.length ?? 0;
  const add = <AddButton label={words.newWebhook} onAdd={addWithin(count, most, () => setCreating(true))} />;
  return (
    <Frame note={words.note} actions={mayChange() && add}>
      <Limit count={count} most={most} />
      <ListCard
        of={webhooks}
        steps={steps}
        empty={
          <Empty icon="webhook" title={words.none}>
            {words.noneNote}
          </Empty>
        }
        label={words.title}
        columns={columnsOf(port, webhooks.data ?? [], events, show)}
        nameOf={nameOf}
        actions={mayChange() ? actions : undefined}
      />
      {isCreating && <WebhookForm port={port} send={create} onClose={() => setCreating(false)} />}
      {dialog?.is === 'created' && <SigningSecret title={words.createdTitle} secret={dialog.secret} onClose={close} />}
      {dialog && 'webhook' in dialog && (
        <WebhookAction
          action={dialog.is}
          webhook={dialog.webhook}
          port={port}
          onClose={close}
          onChanged={webhooks.reload}
          onDeleted={webhooks.reload}
        />
      )}
    </Frame>
  );
}

type ActionHandlers = {
  onOpen: (action: Action) => void;
  onTested: () => void;
  onChanged: (webhook: Webhook) => void;
};

function actionsOf(port: WebhookPort, webhook: Webhook, { onOpen, onTested, onChanged }: ActionHandlers): MenuItem[] {
  const { words } = port;
  const { id, active } = webhook;
  return [
    { label: words.open, icon: 'list', href: port.hrefOf(id) },
    {
      label: words.test,
      icon: 'bolt',
      isDisabled: !active,
      onSelect: () => void sendTest(port, webhook).then(onTested, toastError),
    },
    { label: uiText.buttons.edit, icon: 'edit', onSelect: () => onOpen('edit') },
    {
      label: active ? words.turnOff : words.turnOn,
      icon: active ? 'close' : 'check',
      onSelect: () => void setActive(port, webhook, !active).then(onChanged, toastError),
    },
    { label: uiText.signingSecret.rotate, icon: 'key', onSelect: () => onOpen('rotate') },
    {
      label: uiText.buttons.delete,
      icon: 'trash',
      isBad: true,
      isApart: true,
      onSelect: () => onOpen('delete'),
    },
  ];
}
