/** The sign-in screen, shown until the user has signed in and the requested screen can appear. */
import { Show } from '../../../../shared/ui/states.tsx';
import { session } from '../../core/session.ts';
import type { DashboardSettings } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { FirstVisit } from './first-visit.tsx';
import { SignInPage } from './layout.tsx';
import { onlyWay, Provider, SignInLinks } from './parts.tsx';
import { present, useSignInSettings } from './settings.ts';
import { SignInForm } from './sign-in-form.tsx';

const words = text.signIn;

export function SignIn() {
  const settings = useSignInSettings();
  if (settings.data?.firstVisit) return <FirstVisit settings={settings.data} />;
  return (
    <SignInPage title={words.title}>
      <Show of={settings}>{(known) => <Entrance settings={known} />}</Show>
    </SignInPage>
  );
}

function Entrance({ settings }: { settings: DashboardSettings }) {
  const only = onlyWay(settings);
  return (
    <>
      <Ways settings={settings} />
      {!settings.demo && (
        <SignInLinks
          to={[
            ...(only ? [] : [['signUp', words.createAccount] as ['signUp', string]]),
            ...(settings.password ? [['forgotPassword', words.forgot] as ['forgotPassword', string]] : []),
          ]}
        />
      )}
      {only && !settings.demo && (
        <p class="soft small">
          {words.noAccount} {only.note}
        </p>
      )}
    </>
  );
}

const Ways = ({ settings }: { settings: DashboardSettings }) => (
  <>
    <Provider settings={settings} options={{ to: present() }} />
    {settings.password && <SignInForm settings={settings} known={session.value?.user.email} />}
  </>
);

/** Shows sign-in to users whose session ended while they worked. */
export function SignInAgain() {
  const settings = useSignInSettings();
  return (
    <div class="form">
      <Show of={settings}>{(known) => <Ways settings={known} />}</Show>
    </div>
  );
}
