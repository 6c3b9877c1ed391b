/** Actions on a webhook, on its screen and in the list. */
import { Confirm } from '../../../../../shared/ui/dialog.tsx';
import { NewSecret } from '../../../../../shared/ui/signing-secret.tsx';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import type { NewWebhook, Webhook } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { hostOf, pathOf } from './state.tsx';
import { WebhookForm } from './webhook-form.tsx';

const words = text.webhooks;

export type Act = 'edit' | 'rotate' | 'delete';

/** Turns it on or off; after the service turned it off, failures count from zero again. */
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

/** The dialog of one action. */
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
  if (act === 'rotate') {
    const rotate = async () => {
      const { secret, ...changed } = await api.post<NewWebhook>(`${pathOf(webhook)}/rotate`);
      onChanged(changed);
      return secret;
    };
    return <NewSecret name={host} rotate={rotate} onClose={onClose} />;
  }
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
