/** The page that accepts an invitation: with a new account, an existing one, or the signed-in one. */
import { useLocation } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { Bones, Failed, Show } from '../../../../shared/ui/states.tsx';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { base, pathTo } from '../../core/routes.ts';
import { chooseWorkspace, refreshSession, session, signOut } from '../../core/session.ts';
import type { DashboardSettings, Invitation } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { SignInPage } from './layout.tsx';
import { BackToSignIn, DeadEnd, Provider, SignInLinks } from './parts.tsx';
import { useSignInSettings } from './settings.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up.tsx';

const words = text.join;

export function Join() {
  const { token = '' } = useLocation().query;
  const invitation = useLoad(
    (signal) => api.post<Invitation>('/dashboard/invitation', { inviteToken: token }, { signal }),
    [token],
  );
  const { data, error, reload } = invitation;
  const isBroken = error instanceof ApiError && error.status === 422;
  return (
    <SignInPage title={data ? titleOf(data) : words.title} note={data && noteOf(data)}>
      {data && <Answer invitation={data} token={token} />}
      {!data && !error && <Bones rows={3} />}
      {isBroken && (
        <>
          <DeadEnd title={words.broken}>{words.brokenNote}</DeadEnd>
          <BackToSignIn />
        </>
      )}
      {error && !isBroken && <Failed error={error} retry={reload} />}
    </SignInPage>
  );
}

const titleOf = ({ workspaceName }: Invitation) =>
  workspaceName === null ? words.titleOfContacts : words.titleOf(workspaceName);

function noteOf({ email, role, contactsRole }: Invitation): string {
  const inContacts = contactsRole && text.members.contacts.roles[contactsRole];
  if (role === null) return words.noteOfContacts(email, inContacts ?? '');
  return inContacts ? words.noteOfBoth(email, text.roles[role], inContacts) : words.note(email, text.roles[role]);
}

type AnswerProps = { invitation: Invitation; token: string };

function Answer({ invitation, token }: AnswerProps) {
  const settings = useSignInSettings();
  const user = session.value?.user;
  if (session.value === undefined) return <Bones rows={2} />;
  if (!user) {
    return <Show of={settings}>{(known) => <Newcomer invitation={invitation} token={token} settings={known} />}</Show>;
  }
  if (user.email.toLowerCase() === invitation.email.toLowerCase()) {
    return <Accept invitation={invitation} token={token} />;
  }
  return (
    <>
      <p>{words.otherAccount(user.email, invitation.email)}</p>
      <Button kind="main" onClick={() => void signOut().catch(toastError)}>
        {words.switchAccount}
      </Button>
      <a class="btn" href={base}>
        {words.stay}
      </a>
    </>
  );
}

type NewcomerProps = AnswerProps & { settings: DashboardSettings };

function Newcomer({ invitation, token, settings }: NewcomerProps) {
  const { email, hasAccount } = invitation;
  const open = useOpen(invitation);
  const accept = useAccept(invitation, token);
  return (
    <>
      <Provider
        settings={settings}
        options={hasAccount ? { to: pathTo('join', {}, { token }) } : { inviteToken: token }}
      />
      {settings.password && hasAccount && (
        <SignInForm settings={settings} email={email} submit={words.signInSubmit} onDone={accept} />
      )}
      {settings.password && !hasAccount && (
        <SignUpForm email={email} inviteToken={token} submit={words.signUpSubmit} onDone={open} />
      )}
      {settings.password && hasAccount && <SignInLinks to={[['forgotPassword', text.signIn.forgot]]} />}
    </>
  );
}

function Accept({ invitation, token }: AnswerProps) {
  const form = useForm({}, useAccept(invitation, token));
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}

/** Returns a function that accepts the invitation and opens the new workspace. */
function useAccept(invitation: Invitation, token: string): () => Promise<void> {
  const open = useOpen(invitation);
  return async () => {
    const before = new Set(session.value?.workspaces.map(({ id }) => id));
    await api.post('/members/accept', { inviteToken: token });
    await refreshSession();
    const joined = session.value?.workspaces.find(({ id }) => !before.has(id));
    if (joined) chooseWorkspace(joined.id);
    open();
  };
}

/** Opens the dashboard, or contacts after an invitation only to contacts. */
function useOpen({ workspaceName }: Invitation): () => void {
  const { route } = useLocation();
  return () => {
    const { contacts } = session.value ?? {};
    if (workspaceName === null && contacts) return location.replace(contacts.enterUrl);
    toast(workspaceName === null ? words.joinedContacts : words.joined(workspaceName));
    route(base, true);
  };
}
