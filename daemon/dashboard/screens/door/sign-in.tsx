/** Signing in: at whatever address was asked for, which is shown afterwards. */
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { pathTo } from '../../routes.ts';
import { signIn } from '../../session.ts';
import { text } from '../../text/text.ts';
import { DoorFrame } from './door-frame.tsx';

export function SignIn() {
  return (
    <DoorFrame title={text.signIn.title}>
      <SignInForm />
      <div class="links">
        <a class="text" href={pathTo('signUp')}>
          {text.signIn.createAccount}
        </a>
        <a class="text" href={pathTo('forgotPassword')}>
          {text.signIn.forgot}
        </a>
      </div>
    </DoorFrame>
  );
}

export function SignInForm() {
  const form = useForm({ email: '', password: '' }, ({ email, password }) => signIn(email.trim(), password));
  return (
    <form class="form" onSubmit={form.submit}>
      {form.problem && (
        <p class="notice bad" role="alert">
          {form.problem}
        </p>
      )}
      <TextField label={text.signIn.email} type="email" autocomplete="username" required {...form.field('email')} />
      <TextField
        label={text.signIn.password}
        type="password"
        autocomplete="current-password"
        required
        {...form.field('password')}
      />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {text.signIn.submit}
      </Button>
    </form>
  );
}
