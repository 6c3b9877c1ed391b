/** What is done with a webhook, in the list of them and on its own screen. */
import { useRef, useState } from 'preact/hooks';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { text } from '../../text/text.ts';
import type { NewWebhook, Webhook } from '../../types.ts';
import { countWords, nameOf, pathOf } from './names.ts';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

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
  if (act === 'rotate') return <Rotate webhook={webhook} onClose={onClose} onDone={onChanged} />;
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

type RotateProps = { webhook: Webhook; onClose: () => void; onDone: () => void };

/** Asks first; then the new secret takes the place of the question, which closes itself once it is answered. */
function Rotate({ webhook, onClose, onDone }: RotateProps) {
  const secret = useRef<string>();
  const [isDone, setDone] = useState(false);
  if (isDone) return <WebhookSecret title={words.rotated} secret={secret.current ?? ''} onClose={onClose} />;
  const rotate = async () => {
    const { webhooks } = await api.post<{ webhooks: NewWebhook }>(`/webhook/rotate/${webhook.ID}`);
    secret.current = webhooks.secret;
    onDone();
  };
  return (
    <Confirm
      title={words.rotateTitle(nameOf(webhook))}
      action={words.rotate}
      onConfirm={rotate}
      onClose={() => (secret.current === undefined ? onClose() : setDone(true))}
    >
      {words.rotateNote}
    </Confirm>
  );
}
