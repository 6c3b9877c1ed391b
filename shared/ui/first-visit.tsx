/** The first account of an installation: its form, with the code that only those who run it know. */
import { people } from '../limits-of-fields.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { useForm } from './form.ts';
import { Problem } from './form-dialog.tsx';
import { NewPassword } from './new-password.tsx';
import { uiText } from './text.ts';

export type FirstAccount = { name: string; email: string; password: string; code: string };

type CodeFieldProps = { value: string; onValue: (value: string) => void; error?: string };

export const CodeField = (field: CodeFieldProps) => (
  <TextField
    label={uiText.firstVisit.code}
    hint={uiText.firstVisit.codeHint}
    autocomplete="off"
    maxLength={people.inviteCode}
    required
    {...field}
  />
);

export function FirstVisitForm({ send }: { send: (account: FirstAccount) => Promise<unknown> }) {
  const words = uiText.firstVisit;
  const form = useForm({ name: '', email: '', password: '', code: '' }, ({ name, email, password, code }) =>
    send({ name: name.trim(), email: email.trim(), password, code: code.trim() }),
  );
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <TextField
        label={uiText.account.name}
        autocomplete="name"
        maxLength={people.name}
        required
        {...form.field('name')}
      />
      <TextField label={uiText.signIn.email} type="email" autocomplete="username" required {...form.field('email')} />
      <NewPassword label={uiText.signIn.password} {...form.field('password')} />
      <CodeField {...form.field('code')} />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}
