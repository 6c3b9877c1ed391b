/** Actions on a webhook, for its row in the list and its own screen. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { NewSecret } from '../../../../shared/ui/signing-secret.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { NewWebhook, Webhook } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { countWords, nameOf, pathOf } from './names.ts';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';

const words = text.webhooks;

const update = async (webhook: Webhook, changes: Partial<WebhookValues & Pick<Webhook, 'active'>>) =>
  (await api.post<{ webhooks: Webhook }>(`/webhook/update/${webhook.ID}`, changes)).webhooks;

export async function setActive(webhook: Webhook, active: boolean): Promise<Webhook> {
  const changed = await update(webhook, { active });
  toast(active ? words.isOn(nameOf(webhook)) : words.isOff(nameOf(webhook)));
  return changed;
}

/** Fails with the service's words when the webhook is off. */
export async function sendTest(webhook: Webhook): Promise<void> {
  await api.post(`/webhook/test/${webhook.ID}`);
  toast(words.tested);
}

export type Act = 'edit' | 'rotate' | 'delete';

type WebhookActProps = {
  act: Act;
  webhook: Webhook;
  onClose: () => void;
  onChanged: () => void;
  onDeleted: () => void;
};

/** The window of one act. */
export function WebhookAct({ act, webhook, onClose, onChanged, onDeleted }: WebhookActProps) {
  const name = nameOf(webhook);
  if (act === 'rotate') {
    const rotate = async () => {
      const { secret } = (await api.post<{ webhooks: NewWebhook }>(`/webhook/rotate/${webhook.ID}`)).webhooks;
      onChanged();
      return secret;
    };
    return <NewSecret name={name} rotate={rotate} onClose={onClose} />;
  }
  if (act === 'edit') {
    const send = async (values: WebhookValues) => {
      toast(words.saved(nameOf(await update(webhook, values))));
      onChanged();
      onClose();
    };
    return <WebhookForm webhook={webhook} send={send} onClose={onClose} />;
  }
  const remove = async () => {
    await api.delete(pathOf(webhook));
    toast(words.deleted(name));
    onDeleted();
  };
  return (
    <Confirm title={words.deleteTitle(name)} action={text.actions.delete} onConfirm={remove} onClose={onClose}>
      {words.deleteNote(countWords(webhook.pending + webhook.dead))}
    </Confirm>
  );
}
