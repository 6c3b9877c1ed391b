/** How mails leave: by which server, what waits in the outbox, and a mail to try it. */
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../../shared/ui/states.tsx';
import { site } from '../../../api.ts';
import { text } from '../../../text/text.ts';
import type { SiteMail } from '../../../types.ts';
import { SettingsScreen } from '../settings.tsx';
import { OutboxCard } from './outbox.tsx';
import { TestMail } from './test-mail.tsx';

const words = text.mail;

export function Mail() {
  const mail = useLoad((signal) => site.get<{ mail: SiteMail }>('/mail', {}, signal).then((it) => it.mail), []);
  return (
    <SettingsScreen name="mail" note={text.settings.notes.mail}>
      <div class="stack">
        <div class="cols level">
          <section class="card">
            <header>
              <h2>{words.way}</h2>
            </header>
            <Show of={mail} bones={<Bones rows={4} />}>
              {(known) => <Way {...known} />}
            </Show>
          </section>
          <TestMail />
        </div>
        <OutboxCard />
      </div>
    </SettingsScreen>
  );
}

function Way({ server, folder, from }: SiteMail) {
  const facts = [server === null ? [words.folder, folder] : [words.server, server], [words.sender, from]] as const;
  return (
    <div class="body stack">
      {server === null && (
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
            <dd class="wrap">{value}</dd>
          </div>
        ))}
      </dl>
      <p class="soft small">{words.setWhere}</p>
    </div>
  );
}
