/** The answer to an invitation: a name and a password, and one is in. */
import { people } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { NewPassword } from '../../../../shared/ui/new-password.tsx';
import { ApiError } from '../../../../shared/ui/service.ts';
import { ByProvider, DeadEnd } from '../../../../shared/ui/sign-in-parts.tsx';
import { Bones, Failed } from '../../../../shared/ui/states.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { site } from '../../core/api.ts';
import { base } from '../../core/routes.ts';
import { providerUrl } from '../../core/session.ts';
import type { Invitation, SignInWays } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { SignInPage } from './layout.tsx';
import { useMailedToken } from './mailed-token.ts';

const words = text.join;

type Invited = { invitation: Invitation; sign_in: SignInWays };

export function Join() {
  const { token, isBroken, send } = useMailedToken('/invitation/accept', words.joined);
  const { data, error, reload } = useLoad(
    (signal) => site.post<Invited>('/invitation', { token }, { signal }),
    [token],
  );
  const isEnded = isBroken || (error instanceof ApiError && error.status === 422);
  return (
    <SignInPage
      title={words.title}
      note={data && words.note(data.invitation.email, text.roles[data.invitation.role])}
      to={{ label: uiText.signIn.back }}
    >
      {data && !isEnded && <Answer {...data} send={send} />}
      {!data && !error && !isEnded && <Bones rows={3} />}
      {isEnded && <DeadEnd title={words.broken}>{words.brokenNote}</DeadEnd>}
      {error && !isEnded && <Failed error={error} retry={reload} />}
    </SignInPage>
  );
}

/** The account of the provider that has the address is let in as well. */
const Answer = ({ invitation, sign_in: { password, provider }, send }: Invited & Pick<AcceptProps, 'send'>) => (
  <>
    {provider !== null && <ByProvider name={provider} href={providerUrl({ to: base })} hasForm={password} />}
    {password && <Accept invitation={invitation} send={send} />}
  </>
);

type AcceptProps = { invitation: Invitation; send: (body: object) => Promise<unknown> };

function Accept({ invitation, send }: AcceptProps) {
  const form = useForm({ name: invitation.name, password: '' }, ({ name, password }) =>
    send({ name: name.trim(), password }),
  );
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <TextField
        label={uiText.account.name}
        autocomplete="name"
        maxLength={people.name}
        required
        {...form.field('name')}
      />
      <NewPassword label={uiText.account.password} {...form.field('password')} />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}
