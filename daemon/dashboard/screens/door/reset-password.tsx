/** A new password for who comes with a mailed link; they are signed in with it. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { NewPassword } from '../../../../shared/ui/new-password.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { base, pathTo } from '../../routes.ts';
import { enterBy } from '../../session.ts';
import { text } from '../../text/text.ts';
import { Door } from './door.tsx';
import { backToSignIn, DeadEnd, DoorLinks } from './door-parts.tsx';

const words = text.resetPassword;

export function ResetPassword() {
  const { query } = useLocation();
  const { token = '' } = query;
  const [isBroken, setBroken] = useState(token === '');
  return (
    <Door title={words.title} note={isBroken ? undefined : words.note}>
      {isBroken ? (
        <>
          <DeadEnd title={words.broken}>{words.brokenNote}</DeadEnd>
          <a class="btn main" href={pathTo('forgotPassword')}>
            {words.ask}
          </a>
        </>
      ) : (
        <ResetForm token={token} onBroken={() => setBroken(true)} />
      )}
      <DoorLinks to={[backToSignIn]} />
    </Door>
  );
}

function ResetForm({ token, onBroken }: { token: string; onBroken: () => void }) {
  const { route } = useLocation();
  const form = useForm({ password: '' }, async ({ password }) => {
    try {
      await enterBy('/dashboard/password', { token, password });
    } catch (error) {
      if (error instanceof ApiError && error.fields.token) return onBroken();
      throw error;
    }
    toast(words.done);
    route(base, true);
  });
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <NewPassword label={words.password} {...form.field('password')} />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}
