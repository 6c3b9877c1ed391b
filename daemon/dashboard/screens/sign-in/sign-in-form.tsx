/** Sign-in with email address, password and second factor, or with a passkey. */
import { useState } from 'preact/hooks';
import { people } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { canUsePasskeys } from '../../core/passkey.ts';
import { signIn, signInByPasskey } from '../../core/session.ts';
import type { DashboardSettings } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.signIn;

type SignInFormProps = {
  settings: DashboardSettings;
  /** The only allowed email address. */
  email?: string;
  /** The email address of the previous session, filled in. */
  known?: string;
  submit?: string;
  /** An additional step after sign-in. */
  onDone?: () => Promise<unknown>;
};

/** Returns the methods that the service requires in addition to the password; `undefined` for any other error. */
const methodsIn = (error: unknown): string[] | undefined =>
  error instanceof ApiError && error.code === 'second_factor_required' && Array.isArray(error.details.methods)
    ? error.details.methods
    : undefined;

export function SignInForm(props: SignInFormProps) {
  const { settings, email, known, submit = words.submit, onDone } = props;
  const { demo } = settings;
  const first = email ?? known ?? demo?.email;
  const [methods, setMethods] = useState<string[]>();
  const form = useForm({ email: first ?? '', password: demo?.password ?? '', code: '' }, async (typed) => {
    try {
      await signIn(typed.email.trim(), typed.password, methods && typed.code.trim());
    } catch (error) {
      const required = methods ? undefined : methodsIn(error);
      if (!required) throw error;
      return setMethods(required);
    }
    await onDone?.();
  });
  if (methods) {
    const restart = () => {
      form.reset({ email: form.values.email, password: '', code: '' });
      setMethods(undefined);
    };
    return <SecondStep {...props} form={form} methods={methods} onRestart={restart} />;
  }
  return (
    <>
      {demo && <p class="notice">{words.demo(demo.email, demo.password)}</p>}
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
          autoFocus={first !== undefined}
          {...form.field('password')}
        />
        <Button kind="main" type="submit" isBusy={form.isBusy}>
          {submit}
        </Button>
      </form>
      <ByPasskey {...props} hasLine />
    </>
  );
}

type Typed = { email: string; password: string; code: string };
type SecondStepProps = SignInFormProps & {
  form: ReturnType<typeof useForm<Typed>>;
  methods: string[];
  onRestart: () => void;
};

/** Asks for a second factor after the password. */
function SecondStep({ form, methods, onRestart, submit = words.submit, ...props }: SecondStepProps) {
  const hasApp = methods.includes('totp');
  const takesCode = hasApp || methods.includes('recovery');
  return (
    <>
      <p role="status">{takesCode ? words.codeNeeded : words.passkeyNeeded}</p>
      {takesCode && (
        <form class="form" onSubmit={form.submit}>
          <Problem of={form} />
          <TextField
            label={hasApp ? text.secondFactor.code : words.recoveryCode}
            hint={hasApp ? words.codeHint : undefined}
            autocomplete="one-time-code"
            spellcheck={false}
            maxLength={people.factorCode}
            required
            autoFocus
            {...form.field('code')}
          />
          <Button kind="main" type="submit" isBusy={form.isBusy}>
            {submit}
          </Button>
        </form>
      )}
      {methods.includes('passkey') && <ByPasskey {...props} hasLine={takesCode} />}
      <Button kind="bare" onClick={onRestart}>
        {words.otherAccount}
      </Button>
    </>
  );
}

type ByPasskeyProps = Pick<SignInFormProps, 'settings' | 'onDone'> & { hasLine: boolean };

function ByPasskey({ settings, onDone, hasLine }: ByPasskeyProps) {
  const form = useForm({}, async () => {
    await signInByPasskey();
    await onDone?.();
  });
  if (!settings.passkeys || !canUsePasskeys()) return null;
  return (
    <>
      {hasLine && (
        <div class="or soft small" aria-hidden="true">
          {words.or}
        </div>
      )}
      <Problem of={form} />
      <Button icon="key" isBusy={form.isBusy} onClick={form.submit}>
        {words.byPasskey}
      </Button>
    </>
  );
}
