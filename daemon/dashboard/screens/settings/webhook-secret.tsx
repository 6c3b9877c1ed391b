/** The secret that signs a webhook's messages. */

import { SecretDialog } from '../../../../shared/ui/secret-dialog.tsx';
import { text } from '../../text/text.ts';

const words = text.webhooks;

type WebhookSecretProps = { title: string; secret: string; onClose: () => void };

export function WebhookSecret({ title, secret, onClose }: WebhookSecretProps) {
  return (
    <SecretDialog
      title={title}
      words={{ label: words.secret, once: words.secretOnce, done: words.done }}
      secret={secret}
      onClose={onClose}
    >
      <p class="small soft">{words.secretNote}</p>
    </SecretDialog>
  );
}
