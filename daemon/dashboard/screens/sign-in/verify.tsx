/**
 * The page that verifies the email address of a new account, or a changed address, from an emailed link. The user
 * must be signed in and click a button. So programs that open links in emails change nothing, and users cannot verify
 * their own address for someone else's account.
 */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { base } from '../../core/routes.ts';
import { openSession, session } from '../../core/session.ts';
import { text } from '../../text/later.ts';
import { SignInPage } from './layout.tsx';
import { DeadEnd, Provider, SignInLinks } from './parts.tsx';
import { present, useSignInSettings } from './settings.ts';
import { SignInForm } from './sign-in-form.tsx';

type Words = typeof text.verify | typeof text.confirmAddress;

export const Verify = () => <Confirmation words={text.verify} path="/auth/verify" />;
export const ConfirmAddress = () => <Confirmation words={text.confirmAddress} path="/auth/email/confirm" />;

type State = 'pending' | 'done' | 'broken';

function Confirmation({ words, path }: { words: Words; path: string }) {
  const { token = '' } = useLocation().query;
  const [state, setState] = useState<State>(token === '' ? 'broken' : 'pending');
  return (
    <SignInPage title={state === 'done' ? words.done : words.title} note={state === 'pending' ? words.note : undefined}>
      {state === 'pending' && <Question words={words} path={path} token={token} onState={setState} />}
      {state === 'broken' && <DeadEnd title={words.broken}>{words.brokenNote}</DeadEnd>}
      {state !== 'pending' && (
        <a class="btn main" href={base}>
          {text.verify.toDashboard}
        </a>
      )}
    </SignInPage>
  );
}

type QuestionProps = { words: Words; path: string; token: string; onState: (state: State) => void };

function Question({ words, path, token, onState }: QuestionProps) {
  const confirm = async () => {
    try {
      await api.post(path, { token });
    } catch (error) {
      if (error instanceof ApiError && error.fields.token) return onState('broken');
      throw error;
    }
    await openSession();
    onState('done');
  };
  if (session.value === undefined) return <Bones rows={2} />;
  return session.value === null ? (
    <SignedOut words={words} onSignedIn={confirm} />
  ) : (
    <Confirm words={words} confirm={confirm} />
  );
}

function SignedOut({ words, onSignedIn }: { words: Words; onSignedIn: () => Promise<void> }) {
  const settings = useSignInSettings();
  return (
    <Show of={settings}>
      {(known) => (
        <>
          <Provider settings={known} options={{ to: present() }} />
          {known.password && <SignInForm settings={known} submit={words.signInSubmit} onDone={onSignedIn} />}
          {known.password && <SignInLinks to={[['forgotPassword', text.signIn.forgot]]} />}
        </>
      )}
    </Show>
  );
}

function Confirm({ words, confirm }: { words: Words; confirm: () => Promise<void> }) {
  const form = useForm({}, confirm);
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}
