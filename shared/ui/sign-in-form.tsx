/** Signing in: with an address and a password, and a code where a second factor is set, or with a passkey. */
import { useState } from 'preact/hooks';
import { people } from '../limits-of-fields.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { useForm } from './form.ts';
import { Problem } from './form-dialog.tsx';
import { canUsePasskeys } from './passkey.ts';
import { ApiError } from './service.ts';
import { uiText } from './text.ts';

export type SignInFormProps = {
  signIn: (email: string, password: string, code?: string) => Promise<unknown>;
  /** With a passkey; undefined where there are none. */
  signInByPasskey?: (() => Promise<unknown>) | undefined;
  /** Only this address. */
  email?: string;
  /** The address of somebody who was signed in: most likely theirs again. */
  known?: string;
  /** The account of a demo, which is entered already. */
  demo?: { email: string; password: string } | null;
  submit?: string;
  /** A further step after sign-in. */
  onDone?: () => Promise<unknown>;
};

/** The methods that the service asks for besides a right password; undefined for any other error. */
const methodsIn = (error: unknown): string[] | undefined =>
  error instanceof ApiError && error.code === 'second_factor_required' && Array.isArray(error.details.methods)
    ? error.details.methods
    : undefined;

export function SignInForm(props: SignInFormProps) {
  const { signIn, email, known, demo, submit = uiText.signIn.submit, onDone } = props;
  const first = email ?? known ?? demo?.email;
  const [methods, setMethods] = useState<string[]>();
  const form = useForm({ email: first ?? '', password: demo?.password ?? '', code: '' }, async (typed) => {
    try {
      await signIn(typed.email.trim(), typed.password, methods && typed.code.trim());
    } catch (error) {
      const asked = methods ? undefined : methodsIn(error);
      if (!asked) throw error;
      return setMethods(asked);
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
      {demo && <p class="notice">{uiText.demo.account(demo.email, demo.password)}</p>}
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

/** The password was right: what is asked for besides. */
function SecondStep({ form, methods, onRestart, submit = uiText.signIn.submit, ...props }: SecondStepProps) {
  const words = uiText.secondFactor;
  const hasApp = methods.includes('totp');
  const takesCode = hasApp || methods.includes('recovery');
  return (
    <>
      <p role="status">{takesCode ? words.askedForCode : words.askedForPasskey}</p>
      {takesCode && (
        <form class="form" onSubmit={form.submit}>
          <Problem of={form} />
          <TextField
            label={hasApp ? words.code : words.recoveryCode}
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

type ByPasskeyProps = Pick<SignInFormProps, 'signInByPasskey' | 'onDone'> & { hasLine: boolean };

function ByPasskey({ signInByPasskey, onDone, hasLine }: ByPasskeyProps) {
  const words = uiText.secondFactor;
  const form = useForm({}, async () => {
    await signInByPasskey?.();
    await onDone?.();
  });
  if (!signInByPasskey || !canUsePasskeys()) return null;
  return (
    <>
      {hasLine && (
        <div class="or soft small" aria-hidden="true">
          {words.or}
        </div>
      )}
      <Problem of={form} />
      <Button icon="key" isBusy={form.isBusy} onClick={form.submit}>
        {words.signInByPasskey}
      </Button>
    </>
  );
}
