/** The actions on a webhook, for its row in the list and its own screen. */
import { Confirm } from '../dialog.tsx';
import { NewSecret } from '../signing-secret.tsx';
import { uiText } from '../text.ts';
import { toast } from '../toast.tsx';
import type { Webhook, WebhookPort, WebhookValues } from './record.ts';
import { countWords, nameOf } from './state.tsx';
import { WebhookForm } from './webhook-form.tsx';

export async function setActive({ save, words }: WebhookPort, { id }: Webhook, active: boolean): Promise<Webhook> {
  const changed = await save(id, { active });
  toast(active ? words.isOn(nameOf(changed)) : words.isOff(nameOf(changed)));
  return changed;
}

/** Sends a test event. @throws if the webhook is off */
export async function sendTest({ test, words }: WebhookPort, { id }: Webhook): Promise<void> {
  await test(id);
  toast(words.tested);
}

export type Action = 'edit' | 'rotate' | 'delete';

type WebhookActionProps = {
  action: Action;
  webhook: Webhook;
  port: WebhookPort;
  onClose: () => void;
  onChanged: () => void;
  onDeleted: () => void;
};

/** Shows the dialog for an action. */
export function WebhookAction({ action, webhook, port, onClose, onChanged, onDeleted }: WebhookActionProps) {
  const { words } = port;
  const { id, counts } = webhook;
  const name = nameOf(webhook);
  if (action === 'rotate') {
    const rotate = async () => {
      const { secret } = await port.rotate(id);
      onChanged();
      return secret;
    };
    return <NewSecret name={name} rotate={rotate} onClose={onClose} />;
  }
  if (action === 'edit') {
    const send = async (values: WebhookValues) => {
      toast(words.saved(nameOf(await port.save(id, values))));
      onChanged();
      onClose();
    };
    return <WebhookForm port={port} webhook={webhook} send={send} onClose={onClose} />;
  }
  const remove = async () => {
    await port.remove(id);
    toast(words.deleted(name));
    onDeleted();
  };
  return (
    <Confirm title={words.deleteTitle(name)} action={uiText.buttons.delete} onConfirm={remove} onClose={onClose}>
      {words.deleteNote(countWords(counts ? counts.pending + counts.dead : 0, words))}
    </Confirm>
  );
}
