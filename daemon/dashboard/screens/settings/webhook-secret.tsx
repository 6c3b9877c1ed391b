/** The secret that signs a webhook's messages, which is shown once. */
import type { ComponentChildren } from 'preact';
import { Button, CopyButton } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { ReadOnly } from '../../../../shared/ui/field.tsx';
import { text } from '../../text/text.ts';

const words = text.webhooks;

type WebhookSecretProps = { title: string; secret: string; children?: ComponentChildren; onClose: () => void };

export function WebhookSecret({ title, secret, children, onClose }: WebhookSecretProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button kind="main" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <div class="form">
        <p class="notice warn">{words.secretOnce}</p>
        <div class="secret">
          <ReadOnly label={words.secret} value={secret} />
          <CopyButton text={secret} />
        </div>
        <p class="small soft">{words.secretNote}</p>
        {children}
      </div>
    </Dialog>
  );
}
