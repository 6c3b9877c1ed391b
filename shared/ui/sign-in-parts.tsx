/** Parts of signing in that both applications have: a provider, a link that is used up, a password that is forgotten. */
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { useForm } from './form.ts';
import { Problem } from './form-dialog.tsx';
import { NewPassword } from './new-password.tsx';
import { uiText } from './text.ts';

/** A page that leads nowhere, and what to do instead. */
export function DeadEnd({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="notice warn" role="status">
      <div>
        <strong>{title}</strong>
        <p>{children}</p>
      </div>
    </div>
  );
}

type ByProviderProps = {
  name: string;
  href: string;
  /** A form follows for those who have a password. */
  hasForm: boolean;
};

export const ByProvider = ({ name, href, hasForm }: ByProviderProps) => (
  <>
    <a class={hasForm ? 'btn' : 'btn main'} href={href}>
      {uiText.signIn.by(name)}
    </a>
    {hasForm && (
      <div class="or soft small" aria-hidden="true">
        {uiText.signIn.or}
      </div>
    )}
  </>
);

type AskForPasswordProps = {
  send: (email: string) => Promise<unknown>;
  /** Where the mail went to, once it was sent. */
  sentTo: string | undefined;
  onSent: (email: string | undefined) => void;
  /** False: mails lie in a folder of the service. */
  hasMail: boolean | undefined;
};

/** The message is the same whether or not the email has an account. */
export function AskForPassword({ send, sentTo, onSent, hasMail }: AskForPasswordProps) {
  const words = uiText.forgotPassword;
  const form = useForm({ email: '' }, async ({ email }) => {
    await send(email.trim());
    onSent(email.trim());
  });
  if (sentTo !== undefined) {
    return (
      <>
        <div class="notice good" role="status">
          <div>
            <strong>{words.sent}</strong>
            <p>{words.sentNote(sentTo)}</p>
          </div>
        </div>
        {hasMail === false && <p class="notice warn">{words.noMail}</p>}
        <Button onClick={() => onSent(undefined)}>{words.again}</Button>
      </>
    );
  }
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <TextField label={uiText.signIn.email} type="email" autocomplete="username" required {...form.field('email')} />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}

type SetPasswordProps = {
  /** The form's fault is shown at it; what is thrown for the link is not. */
  send: (password: string) => Promise<unknown>;
  isBroken: boolean;
  /** Where a new link can be asked for. */
  ask: string;
};

/** By a mailed link; `isBroken` when it holds no more. */
export function SetPassword({ send, isBroken, ask }: SetPasswordProps) {
  const words = uiText.resetPassword;
  const form = useForm({ password: '' }, ({ password }) => send(password));
  if (isBroken) {
    return (
      <>
        <DeadEnd title={words.broken}>{words.brokenNote}</DeadEnd>
        <a class="btn main" href={ask}>
          {words.ask}
        </a>
      </>
    );
  }
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
