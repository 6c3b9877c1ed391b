/** The secret that signs a webhook's messages, shown once. */
import { SecretDialog } from '../../../../shared/ui/secret-dialog.tsx';
import { text } from '../../text/text.ts';

const words = text.webhooks;

type WebhookSecretProps = { title: string; secret: string; onClose: () => void };

export const WebhookSecret = ({ title, secret, onClose }: WebhookSecretProps) => (
  <SecretDialog
    title={title}
    words={{ label: words.secret, once: words.once, done: words.done }}
    secret={secret}
    onClose={onClose}
  >
    <p class="small soft">{words.secretNote}</p>
  </SecretDialog>
);
