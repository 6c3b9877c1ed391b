/** Signing in with an address and a password. */
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { useForm } from './form.ts';
import { Problem } from './form-dialog.tsx';
import { uiText } from './text.ts';

export type SignInFormProps = {
  signIn: (email: string, password: string) => Promise<unknown>;
  /** Only this address. */
  email?: string;
  /** The address of somebody who was signed in: most likely theirs again. */
  known?: string;
  submit?: string;
  /** What else is to be done once signed in. */
  onDone?: () => Promise<unknown>;
};

export function SignInForm({ signIn, email, known, submit = uiText.signIn.submit, onDone }: SignInFormProps) {
  const first = email ?? known;
  const form = useForm({ email: first ?? '', password: '' }, async (typed) => {
    await signIn(typed.email.trim(), typed.password);
    await onDone?.();
  });
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <TextField
        label={uiText.signIn.email}
        type="email"
        autocomplete="username"
        required
        readOnly={email !== undefined}
        {...form.field('email')}
      />
      <TextField
        label={uiText.signIn.password}
        type="password"
        autocomplete="current-password"
        required
        autoFocus={first !== undefined}
        {...form.field('password')}
      />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {submit}
      </Button>
    </form>
  );
}
