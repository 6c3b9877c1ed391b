/** Signing in: at whatever address was asked for, which is shown afterwards. */
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { signIn } from '../../session.ts';
import { text } from '../../text/text.ts';
import { DoorFrame } from './door-frame.tsx';
import { DoorLinks, Provider } from './door-parts.tsx';
import { useDoorSettings } from './door-settings.ts';

const words = text.signIn;

export function SignIn() {
  const settings = useDoorSettings();
  return (
    <DoorFrame title={words.title}>
      <Show of={settings}>
        {(known) => (
          <>
            <Provider settings={known} wish={{ to: location.pathname + location.search }} />
            {known.password && <SignInForm />}
            <DoorLinks
              to={[
                ...(known.signup === 'closed' ? [] : [['signUp', words.createAccount] as ['signUp', string]]),
                ...(known.password ? [['forgotPassword', words.forgot] as ['forgotPassword', string]] : []),
              ]}
            />
          </>
        )}
      </Show>
    </DoorFrame>
  );
}

type SignInFormProps = {
  /** Only this address. */
  email?: string;
  submit?: string;
  /** What else is to be done once signed in. */
  onDone?: () => Promise<unknown>;
};

export function SignInForm({ email, submit = words.submit, onDone }: SignInFormProps) {
  const form = useForm({ email: email ?? '', password: '' }, async (typed) => {
    await signIn(typed.email.trim(), typed.password);
    await onDone?.();
  });
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <TextField
        label={words.email}
        type="email"
        autocomplete="username"
        required
        readOnly={email !== undefined}
        {...form.field('email')}
      />
      <TextField
        label={words.password}
        type="password"
        autocomplete="current-password"
        required
        {...form.field('password')}
      />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {submit}
      </Button>
    </form>
  );
}
