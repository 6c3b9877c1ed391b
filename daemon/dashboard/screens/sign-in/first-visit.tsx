/** The form that creates the first account, with a code that only the operator knows. */
import { useState } from 'preact/hooks';
import { people } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { NewPassword } from '../../core/new-password.tsx';
import { enterBy } from '../../core/session.ts';
import type { DashboardSettings } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { SignInPage } from './layout.tsx';
import { Provider } from './parts.tsx';
import { forgetSettings, present } from './settings.ts';

const words = text.firstVisit;

export const FirstVisit = ({ settings }: { settings: DashboardSettings }) => (
  <SignInPage title={words.title} note={words.note}>
    {settings.password ? <ByPassword /> : <ByProvider settings={settings} />}
  </SignInPage>
);

function ByPassword() {
  const form = useForm({ name: '', email: '', password: '', code: '' }, async ({ name, email, password, code }) => {
    const account = { name: name.trim(), email: email.trim(), password, code: code.trim() };
    await enterBy('/dashboard/first-visit', account);
    forgetSettings();
  });
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <TextField
        label={text.account.name}
        autocomplete="name"
        maxLength={people.name}
        required
        {...form.field('name')}
      />
      <TextField label={text.signIn.email} type="email" autocomplete="username" required {...form.field('email')} />
      <NewPassword label={text.signIn.password} {...form.field('password')} />
      <CodeField {...form.field('code')} />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}

/** Shows the code's field and the provider's button. The code is sent along with the sign-in at the provider. */
function ByProvider({ settings }: { settings: DashboardSettings }) {
  const [code, setCode] = useState('');
  return (
    <>
      <CodeField value={code} onValue={setCode} />
      <Provider settings={settings} options={{ to: present(), inviteCode: code.trim() }} />
    </>
  );
}

type CodeFieldProps = { value: string; onValue: (value: string) => void; error?: string };

const CodeField = (field: CodeFieldProps) => (
  <TextField
    label={words.code}
    hint={words.codeHint}
    autocomplete="off"
    maxLength={people.inviteCode}
    required
    {...field}
  />
);
