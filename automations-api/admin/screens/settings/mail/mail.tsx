/** Mail: the server, the outbox and a test email. */
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Failed } from '../../../../../shared/ui/states.tsx';
import { site } from '../../../core/api.ts';
import { session } from '../../../core/session.ts';
import type { SiteMail } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { OutboxCard } from './outbox.tsx';
import { TestMail } from './test-mail.tsx';

const words = text.mail;

export function Mail() {
  const mail = useLoad((signal) => site.get<{ mail: SiteMail }>('/mail', {}, signal).then((it) => it.mail), []);
  return (
    <SettingsScreen name="mail" note={words.about}>
      <div class="stack">
        <div class="cols level">
          <section class="card">
            <header>
              <h2>{words.way}</h2>
            </header>
            {mail.error && !mail.data ? (
              <Failed error={mail.error} retry={mail.reload} />
            ) : (
              <Sending mail={mail.data} />
            )}
          </section>
          <TestMail />
        </div>
        <OutboxCard />
      </div>
    </SettingsScreen>
  );
}

/** Shows the mail server. The session already contains whether it is set up, so the layout does not shift. */
function Sending({ mail }: { mail: SiteMail | undefined }) {
  const hasServer = session.value?.site.mail;
  const facts = [
    hasServer ? [words.server, mail?.server] : [words.folder, mail?.folder],
    [words.sender, mail?.from],
  ] as const;
  return (
    <div class="body stack">
      {!hasServer && (
        <div class="notice warn">
          <div>
            <b>{words.noServer}</b>
            <p>{words.noServerNote}</p>
          </div>
        </div>
      )}
      <dl class="details">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="wrap mail-fact">{value ?? '…'}</dd>
          </div>
        ))}
      </dl>
      <p class="soft small">{words.setWhere}</p>
    </div>
  );
}
