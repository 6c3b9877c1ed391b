/** Cards for the user's name, email address and password. */
import { useState } from 'preact/hooks';
import { people } from '../../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../../shared/ui/button.tsx';
import { CardForm } from '../../../../../shared/ui/card-form.tsx';
import { Select, TextField } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../../shared/ui/form-dialog.tsx';
import { languageChoices } from '../../../../../shared/ui/language.ts';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { NewPassword } from '../../../core/new-password.tsx';
import { refreshSession, session } from '../../../core/session.ts';
import { text } from '../../../text/text.ts';
import { useSignInSettings } from '../../sign-in/settings.ts';
import { CurrentPassword } from '../core/current-password.tsx';

const words = text.account;

export function Profile() {
  const { name: before = '', language: chosen = null } = session.value?.user ?? {};
  const form = useForm({ name: before, language: chosen ?? '' }, async ({ name, language }) => {
    const saved = { name: name.trim(), language };
    await api.patch('/auth/me', { ...saved, language: language || null });
    await refreshSession();
    form.reset(saved);
    toast(words.saved);
  });
  return (
    <CardForm title={words.profile} form={form} action={text.actions.save}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        autocomplete="name"
        maxLength={people.name}
        required
        {...form.field('name')}
      />
      <Select
        label={words.language}
        options={[{ value: '', label: words.browserLanguage }, ...languageChoices()]}
        {...form.field('language')}
      />
    </CardForm>
  );
}

export function Address() {
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  return (
    <section class="card">
      <header>
        <h2>{words.address}</h2>
      </header>
      <div class="body">
        <p>{words.currentAddress(session.value?.user.email ?? '')}</p>
        {sentTo && (
          <p class="notice good" role="status">
            {words.addressRequested(sentTo)}
          </p>
        )}
      </div>
      <footer class="end">
        <Button onClick={() => setOpen(true)}>{words.changeAddress}</Button>
      </footer>
      {isOpen && <ChangeAddress onClose={() => setOpen(false)} onSent={setSentTo} />}
    </section>
  );
}

type ChangeAddressProps = { onClose: () => void; onSent: (email: string) => void };

function ChangeAddress({ onClose, onSent }: ChangeAddressProps) {
  const form = useForm({ email: '', currentPassword: '' }, async ({ email, currentPassword }) => {
    await api.post('/auth/email', { email: email.trim(), currentPassword });
    onSent(email.trim());
    onClose();
  });
  return (
    <FormDialog title={words.changeAddress} form={form} action={words.changeAddress} onClose={onClose}>
      <TextField label={words.newAddress} type="email" autocomplete="off" required {...form.field('email')} />
      <CurrentPassword form={form} />
    </FormDialog>
  );
}

/** Shows the form for a new password. Hidden if everyone signs in at a provider. */
export function ChangePassword() {
  const settings = useSignInSettings();
  return settings.data?.password === false ? null : <PasswordForm />;
}

function PasswordForm() {
  const form = useForm({ currentPassword: '', password: '' }, async (typed) => {
    await api.patch('/auth/me', typed);
    form.reset({ currentPassword: '', password: '' });
    toast(words.passwordChanged);
  });
  return (
    <CardForm title={words.password} form={form} action={words.changePassword}>
      <CurrentPassword form={form} />
      <NewPassword label={words.newPassword} note={words.passwordNote} {...form.field('password')} />
    </CardForm>
  );
}
