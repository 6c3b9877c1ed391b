/** The page that creates an account: openly, with a code, by invitation or by a provider, as configured. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { people } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { NewPassword } from '../../core/new-password.tsx';
import { base } from '../../core/routes.ts';
import { enterBy, session } from '../../core/session.ts';
import type { DashboardSettings } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { SignInPage } from './layout.tsx';
import { DeadEnd, onlyWay, Provider, SignedInAlready, SignInLinks } from './parts.tsx';
import { useSignInSettings } from './settings.ts';

const words = text.signUp;

export function SignUp() {
  const settings = useSignInSettings();
  return (
    <SignInPage title={words.title}>
      {session.value ? (
        <SignedInAlready />
      ) : (
        <>
          <Show of={settings}>{(known) => <Ways settings={known} />}</Show>
          <SignInLinks to={[['overview', words.haveAccount]]} />
        </>
      )}
    </SignInPage>
  );
}

function Ways({ settings }: { settings: DashboardSettings }) {
  const { route } = useLocation();
  const only = onlyWay(settings);
  if (only) return <DeadEnd title={only.title}>{only.note}</DeadEnd>;
  return (
    <>
      {settings.oidc && !settings.password && <p class="soft">{words.byProvider(settings.oidc.name)}</p>}
      {settings.needsInviteCode && settings.oidc ? (
        <ProviderByCode settings={settings} />
      ) : (
        <Provider settings={settings} />
      )}
      {settings.password && <SignUpForm needsCode={settings.needsInviteCode} onDone={() => route(base)} />}
    </>
  );
}

/** Shows the field for an invite code and the provider's button. A code also allows a new account from the provider. */
function ProviderByCode({ settings }: { settings: DashboardSettings }) {
  const [code, setCode] = useState('');
  return (
    <>
      <TextField
        label={words.inviteCode}
        hint={words.inviteCodeHint}
        autocomplete="off"
        maxLength={people.inviteCode}
        value={code}
        onValue={setCode}
      />
      <Provider settings={settings} options={{ inviteCode: code.trim() }} />
    </>
  );
}

type SignUpFormProps = {
  /** The invitation's email address, the only one allowed. */
  email?: string;
  inviteToken?: string;
  needsCode?: boolean;
  submit?: string;
  onDone: () => void;
};

export function SignUpForm({ email, inviteToken, needsCode, submit = words.submit, onDone }: SignUpFormProps) {
  const form = useForm(
    { name: '', email: email ?? '', password: '', inviteCode: '' },
    async ({ inviteCode, ...typed }) => {
      const code = inviteCode.trim() && { inviteCode: inviteCode.trim() };
      const body = { ...typed, name: typed.name.trim(), email: typed.email.trim(), ...code };
      await enterBy('/dashboard/signup', inviteToken === undefined ? body : { ...body, inviteToken });
      onDone();
    },
  );
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <TextField label={words.name} autocomplete="name" maxLength={people.name} required {...form.field('name')} />
      <TextField
        label={words.email}
        type="email"
        autocomplete="username"
        required
        readOnly={email !== undefined}
        {...form.field('email')}
      />
      <NewPassword label={words.password} {...form.field('password')} />
      {needsCode && (
        <TextField
          label={words.inviteCode}
          hint={words.inviteCodeHint}
          autocomplete="off"
          maxLength={people.inviteCode}
          required
          {...form.field('inviteCode')}
        />
      )}
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {submit}
      </Button>
    </form>
  );
}
