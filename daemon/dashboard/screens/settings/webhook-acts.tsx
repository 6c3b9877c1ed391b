/** What is done with a webhook, on its screen and in the list of them. */
import { useRef, useState } from 'preact/hooks';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { text } from '../../text/text.ts';
import type { NewWebhook, Webhook } from '../../types.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { hostOf, pathOf } from './webhook-state.ts';

const words = text.webhooks;

export type Act = 'edit' | 'rotate' | 'delete';

/** Turns it on or off; another try of what the service turned off begins afresh. */
export async function setActive(webhook: Webhook, active: boolean): Promise<Webhook> {
  const changed = await api.patch<Webhook>(pathOf(webhook), { active });
  toast(active ? words.isOn(hostOf(webhook.url)) : words.isOff(hostOf(webhook.url)));
  return changed;
}

type WebhookActProps = {
  act: Act;
  webhook: Webhook;
  onClose: () => void;
  onChanged: (webhook: Webhook) => void;
  onDeleted: () => void;
};

/** The dialog of one act. */
export function WebhookAct({ act, webhook, onClose, onChanged, onDeleted }: WebhookActProps) {
  const host = hostOf(webhook.url);
  if (act === 'edit') {
    const send = async (values: object) => {
      onChanged(await api.patch<Webhook>(pathOf(webhook), values));
      toast(words.changed(host));
      onClose();
    };
    return <WebhookForm webhook={webhook} send={send} onClose={onClose} />;
  }
  if (act === 'rotate') return <Rotate webhook={webhook} onClose={onClose} onChanged={onChanged} />;
  const remove = async () => {
    await api.delete(pathOf(webhook));
    toast(words.deleted(host));
    onDeleted();
  };
  return (
    <Confirm title={words.deleteTitle(host)} action={text.actions.delete} onConfirm={remove} onClose={onClose}>
      {words.deleteNote}
    </Confirm>
  );
}

type RotateProps = Pick<WebhookActProps, 'webhook' | 'onClose' | 'onChanged'>;

/** Asks first, then shows the new secret in the same place. */
function Rotate({ webhook, onClose, onChanged }: RotateProps) {
  const [made, setMade] = useState<NewWebhook>();
  // What asks closes itself when it is done; the secret takes its place.
  const isDone = useRef(false);
  if (made) {
    return <WebhookSecret title={words.rotated} secret={made.secret} onClose={onClose} />;
  }
  const rotate = async () => {
    const { secret, ...changed } = await api.post<NewWebhook>(`${pathOf(webhook)}/rotate`);
    onChanged(changed);
    isDone.current = true;
    setMade({ ...changed, secret });
  };
  return (
    <Confirm
      title={words.rotateTitle}
      action={words.rotate}
      onConfirm={rotate}
      onClose={() => {
        if (!isDone.current) onClose();
      }}
    >
      {words.rotateNote}
    </Confirm>
  );
}
