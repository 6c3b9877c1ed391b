/** Dialogs with the secrets of webhooks created with a rule, each shown once, one after the other. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { SecretDialog } from '../../../../shared/ui/secret-dialog.tsx';
import type { Rule } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.rules.secret;

/** Returns the dialog and a function that opens it. Calls `onSeen` with the saved rule after the last secret. */
export function useSecrets(onSeen: (rule: Rule) => void): [shown: ComponentChildren, show: (rule: Rule) => void] {
  const [rule, setRule] = useState<Rule>();
  const [seen, setSeen] = useState(0);
  const secrets = rule?.webhooks ?? [];
  const one = secrets[seen];
  const show = (saved: Rule) => {
    setRule(saved);
    setSeen(0);
    if ((saved.webhooks ?? []).length === 0) onSeen(saved);
  };
  const close = () => {
    setSeen(seen + 1);
    if (rule && seen + 1 === secrets.length) onSeen(rule);
  };
  const dialog = one && (
    <SecretDialog key={one.webhook_id} title={words.title} words={words} secret={one.secret} onClose={close}>
      <p class="small soft wrap">{words.note(withoutScheme(one.url))}</p>
    </SecretDialog>
  );
  return [dialog, show];
}
