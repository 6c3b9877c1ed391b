/** The connection through which contacts receive this workspace's clicks. Hidden without contact automation. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { CardAct } from '../../../../../shared/ui/card-form.tsx';
import { Confirm } from '../../../../../shared/ui/dialog.tsx';
import { date } from '../../../../../shared/ui/format.ts';
import { useEvery, useLoad } from '../../../../../shared/ui/load.ts';
import { toast, toastError } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { may } from '../../../core/session.ts';
import type { ContactsConnection } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.workspace.contacts;
const path = '/dashboard/contacts';
type Answer = { connection: ContactsConnection | null };

/** The interval in which contact automation checks for newly connected workspaces. */
const noticedMs = 2_000;

export const Contacts = () => (may('admin') ? <Connection /> : null);

function Connection() {
  const loaded = useLoad((signal) => api.get<Answer>(path, {}, signal), []);
  const connection = loaded.data?.connection;
  useEvery(noticedMs, () => connection?.state === 'waiting' && loaded.reload());
  if (!connection) return null;
  const onChanged = (answer: Answer) => loaded.set(() => answer);
  const note = { none: words.none, waiting: words.waiting, connected: words.connected(date(connection.since ?? 0)) };
  return (
    <CardAct title={words.title} note={note[connection.state]}>
      {connection.mayConnect ? (
        <ConnectionAction connection={connection} onChanged={onChanged} />
      ) : (
        <p class="soft">{words.onlyAdministrators}</p>
      )}
    </CardAct>
  );
}

type ConnectionActionProps = { connection: ContactsConnection; onChanged: (answer: Answer) => void };

function ConnectionAction({ connection: { state }, onChanged }: ConnectionActionProps) {
  const [isBusy, setBusy] = useState(false);
  const [isEnding, setEnding] = useState(false);
  if (state === 'waiting') return null;
  if (state === 'none') {
    const connect = async () => {
      setBusy(true);
      await api.post<Answer>(path, undefined).then(onChanged, toastError);
      setBusy(false);
    };
    return (
      <Button isBusy={isBusy} onClick={() => void connect()}>
        {words.connect}
      </Button>
    );
  }
  return (
    <>
      <Button isBad onClick={() => setEnding(true)}>
        {words.disconnect}
      </Button>
      {isEnding && (
        <Confirm
          title={words.disconnectTitle}
          action={words.disconnect}
          onClose={() => setEnding(false)}
          onConfirm={async () => {
            onChanged(await api.delete<Answer>(path));
            toast(words.disconnected);
          }}
        >
          {words.disconnectNote}
        </Confirm>
      )}
    </>
  );
}
