/** The button that sends a test email, and the mail server's answer. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { TextField } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { Problem } from '../../../../../shared/ui/form-dialog.tsx';
import { site } from '../../../core/api.ts';
import { session } from '../../../core/session.ts';
import { text } from '../../../text/later.ts';

const words = text.mail;
type Sent = { to: string; answer: string };

export function TestMail() {
  const [sent, setSent] = useState<Sent>();
  const form = useForm({ to: session.value?.user.email ?? '' }, async ({ to }) => {
    setSent(undefined);
    setSent((await site.post<{ sent: Sent }>('/mail/test', { to: to.trim() })).sent);
  });
  return (
    <form class="card" onSubmit={form.submit}>
      <header>
        <h2>{words.test}</h2>
      </header>
      <div class="body form">
        <Problem of={form} />
        <TextField
          label={words.to}
          hint={words.testNote}
          type="email"
          autocomplete="email"
          required
          {...form.field('to')}
        />
        <div role="status">{sent && <Answer {...sent} />}</div>
      </div>
      <footer class="end">
        <Button type="submit" icon="mail" isBusy={form.isBusy}>
          {words.send}
        </Button>
      </footer>
    </form>
  );
}

const Answer = ({ to, answer }: Sent) => (
  <div class="notice good">
    <div class="wrap">
      <b>{words.sent(to)}</b>
      <p>
        {session.value?.site.mail ? words.answered : words.written}: <code>{answer}</code>
      </p>
    </div>
  </div>
);
