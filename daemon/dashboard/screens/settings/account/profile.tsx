/** Name, address and password. */
import { useState } from 'preact/hooks';
import { TextField } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../api.ts';
import { refreshSession, session } from '../../../session.ts';
import { text } from '../../../text/text.ts';
import { CardForm } from '../card-form.tsx';

const words = text.account;

export function Profile() {
  const form = useForm({ name: session.value?.user.name ?? '' }, async ({ name }) => {
    await api.patch('/auth/me', { name: name.trim() });
    await refreshSession();
    form.reset({ name: name.trim() });
    toast(words.saved);
  });
  return (
    <CardForm title={words.profile} form={form} action={text.actions.save}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        autocomplete="name"
        maxLength={100}
        required
        {...form.field('name')}
      />
    </CardForm>
  );
}

export function ChangeAddress() {
  const [asked, setAsked] = useState<string>();
  const form = useForm({ email: '', currentPassword: '' }, async ({ email, currentPassword }) => {
    await api.post('/auth/email', { email: email.trim(), currentPassword });
    setAsked(email.trim());
    form.reset({ email: '', currentPassword: '' });
  });
  return (
    <CardForm title={words.address} form={form} action={words.changeAddress}>
      <p class="soft">{words.addressNow(session.value?.user.email ?? '')}</p>
      {asked && (
        <p class="notice good" role="status">
          {words.addressAsked(asked)}
        </p>
      )}
      <TextField label={words.newAddress} type="email" autocomplete="off" required {...form.field('email')} />
      <CurrentPassword form={form} />
    </CardForm>
  );
}

export function ChangePassword() {
  const form = useForm({ currentPassword: '', password: '' }, async (typed) => {
    await api.patch('/auth/me', typed);
    form.reset({ currentPassword: '', password: '' });
    toast(words.passwordChanged);
  });
  return (
    <CardForm title={words.password} form={form} action={words.changePassword}>
      <CurrentPassword form={form} />
      <TextField
        label={words.newPassword}
        hint={`${text.signUp.passwordHint} ${words.passwordNote}`}
        type="password"
        autocomplete="new-password"
        minLength={10}
        maxLength={200}
        required
        {...form.field('password')}
      />
    </CardForm>
  );
}

type PasswordField = { field: (name: 'currentPassword') => { value: string; onValue: (value: string) => void } };

const CurrentPassword = ({ form }: { form: PasswordField }) => (
  <TextField
    label={words.currentPassword}
    type="password"
    autocomplete="current-password"
    required
    {...form.field('currentPassword')}
  />
);
