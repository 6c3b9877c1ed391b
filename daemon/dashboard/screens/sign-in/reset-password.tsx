/** The page that sets a new password from an emailed link, and signs in with the new password. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { NewPassword } from '../../core/new-password.tsx';
import { base, pathTo } from '../../core/routes.ts';
import { enterBy } from '../../core/session.ts';
import { text } from '../../text/later.ts';
import { SignInPage } from './layout.tsx';
import { BackToSignIn, DeadEnd } from './parts.tsx';

const words = text.resetPassword;

export function ResetPassword() {
  const { query, route } = useLocation();
  const { token = '' } = query;
  const [isBroken, setBroken] = useState(token === '');
  const form = useForm({ password: '' }, async ({ password }) => {
    try {
      await enterBy('/dashboard/password', { token, password });
    } catch (error) {
      if (error instanceof ApiError && error.fields.token) return setBroken(true);
      if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
      toast(words.needsFactor);
      return route(base, true);
    }
    toast(words.done);
    route(base, true);
  });
  if (isBroken) return <Broken />;
  return (
    <SignInPage title={words.title} note={words.note}>
      <form class="form" onSubmit={form.submit}>
        <Problem of={form} />
        <NewPassword label={words.password} {...form.field('password')} />
        <Button kind="main" type="submit" isBusy={form.isBusy}>
          {words.submit}
        </Button>
      </form>
      <BackToSignIn />
    </SignInPage>
  );
}

const Broken = () => (
  <SignInPage title={words.title}>
    <DeadEnd title={words.broken}>{words.brokenNote}</DeadEnd>
    <a class="btn main" href={pathTo('forgotPassword')}>
      {words.ask}
    </a>
    <BackToSignIn />
  </SignInPage>
);
