/** The connected workspace of the link service. It reports contacts' clicks. */
import { useState } from 'preact/hooks';
import { longestSiteKey } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { CardAct, CardForm } from '../../../../shared/ui/card-form.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { dateTime } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Sample } from '../../../../shared/ui/sample.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { atFields } from '../../core/field-errors.ts';
import { session } from '../../core/session.ts';
import type { LinkConnection } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { SettingsScreen } from './core/settings.tsx';

const words = text.links;
type Answer = { connection: LinkConnection };
type ConnectionProps = { connection: LinkConnection; onChanged: (connection: LinkConnection) => void };

export function Links() {
  const { dashboard_url: dashboard } = session.value ?? {};
  const loaded = useLoad(
    (signal) => api.get<Answer>('/links/connection', {}, signal).then(({ connection }) => connection),
    [],
  );
  const onChanged = (connection: LinkConnection) => loaded.set(() => connection);
  return (
    <SettingsScreen name="links" note={words.note}>
      <Show of={loaded}>
        {(connection) => (
          <div class="stack">
            <State connection={connection} onChanged={onChanged} />
            {dashboard ? (
              <Connect dashboard={dashboard} isConnected={connection.connected} />
            ) : (
              <ConnectWithKey connection={connection} onChanged={onChanged} />
            )}
          </div>
        )}
      </Show>
    </SettingsScreen>
  );
}

function State({ connection, onChanged }: ConnectionProps) {
  const [isEnding, setEnding] = useState(false);
  const { connected, workspace_id: workspace, known_to_links: isKnown, last_click_at: lastAt } = connection;
  if (!connected || workspace === null) {
    return (
      <section class="card">
        <div class="body">
          <h2>{words.none}</h2>
          <p class="soft">{words.noneNote}</p>
        </div>
      </section>
    );
  }
  return (
    <section class="card act">
      <div>
        <h2>
          {workspace} <span class={isKnown ? 'tag good' : 'tag bad'}>{isKnown ? words.works : words.unknown}</span>
        </h2>
        <p class="soft">{isKnown ? words.connected : words.unknownNote}</p>
        <p class="soft">{lastAt ? words.lastClick(dateTime(lastAt)) : words.noClick}</p>
      </div>
      <Button isBad onClick={() => setEnding(true)}>
        {words.disconnect}
      </Button>
      {isEnding && (
        <Confirm
          title={words.disconnectTitle(workspace)}
          action={words.disconnect}
          onClose={() => setEnding(false)}
          onConfirm={async () => {
            const answer = await api.post<Answer>('/links/disconnect');
            toast(words.disconnected);
            onChanged(answer.connection);
          }}
        >
          {words.disconnectNote}
        </Confirm>
      )}
    </section>
  );
}

/** Explains how to connect a workspace. Users with a dashboard account do this in the dashboard. */
const Connect = ({ dashboard, isConnected }: { dashboard: string; isConnected: boolean }) => (
  <CardAct title={isConnected ? words.connectOther : words.connect} note={words.connectNote}>
    <a class="btn" href={`${dashboard}/settings/workspace`}>
      {words.openInLinks}
    </a>
  </CardAct>
);

const connectCommand = 'waypost links clicks connect WORKSPACE_ID';
const rotateCommand = 'waypost links clicks rotate WORKSPACE_ID';

function ConnectWithKey({ connection: { connected }, onChanged }: ConnectionProps) {
  const form = useForm({ key: '' }, async ({ key }) => {
    const { connection } = await atFields(api.post<Answer>('/links/connect', { key: key.trim() }), { '': 'key' });
    toast(words.done(connection.workspace_id ?? ''));
    form.reset();
    onChanged(connection);
  });
  return (
    <CardForm title={connected ? words.replaceKey : words.connectWithKey} form={form} action={words.connectWithKey}>
      {connected && <p class="soft">{words.replaceNote}</p>}
      <Sample
        label={connected ? words.howRotate : words.how}
        copyLabel={words.copy}
        text={connected ? rotateCommand : connectCommand}
      />
      <TextField
        label={words.key}
        hint={words.keyHint}
        required
        autocomplete="off"
        spellcheck={false}
        maxLength={longestSiteKey}
        {...form.field('key')}
      />
    </CardForm>
  );
}
