/** The secret URL that shares the analytics of a link or a tag: created, shown, revoked. */

import { useState } from 'preact/hooks';
import { Button, CopyButton } from '../../../../shared/ui/button.tsx';
import { Confirm, Dialog } from '../../../../shared/ui/dialog.tsx';
import { Check, ReadOnly } from '../../../../shared/ui/field.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { relative } from '../../../../shared/ui/format.ts';
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api, onceOnly } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Share } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { findShare, type Subject } from './find-share.ts';

const words = text.shareDialog;

export function ShareDialog({ onClose, ...subject }: Subject & { onClose: () => void }) {
  const { path, title = words.title } = subject;
  const share = useLoad((signal) => findShare(path, signal), [path]);
  return (
    <Dialog title={title} onClose={onClose}>
      <Show of={share} bones={<Bones rows={3} />}>
        {(found) => (found ? <Shared {...subject} share={found} of={share} /> : <NotShared {...subject} of={share} />)}
      </Show>
    </Dialog>
  );
}

type Of = Subject & { of: Loaded<Share | null> };

/** Returns a function that runs the action, whether it is running, and the problem if it failed. */
function useAction(action: () => Promise<unknown>): [run: () => void, isBusy: boolean, problem: string | undefined] {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = () => {
    setBusy(true);
    setProblem(undefined);
    action()
      .catch((error: Error) => setProblem(sentenceOf(error.message)))
      .finally(() => setBusy(false));
  };
  return [run, isBusy, problem];
}

const Problem = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p class="notice bad" role="alert">
      {text}
    </p>
  );

function NotShared({ path, kind, of }: Of) {
  const [showDestination, setShown] = useState(false);
  const [create, isBusy, problem] = useAction(async () => {
    const created = await api.post<Share>(path, { showDestination }, { headers: onceOnly() });
    of.set(() => created);
  });
  if (!may('member')) return <p class="soft">{words.notShared}</p>;
  return (
    <div class="stack">
      <p class="soft">{words.notes[kind]}</p>
      <Check label={words.showDestination[kind]} isOn={showDestination} onChange={setShown} />
      <Problem text={problem} />
      <div>
        <Button icon="share" isBusy={isBusy} onClick={create}>
          {words.create}
        </Button>
      </div>
    </div>
  );
}

function Shared({ path, kind, share, of }: Of & { share: Share }) {
  const [isRevoking, setRevoking] = useState(false);
  const [change, isBusy, problem] = useAction(async () => {
    const changed = await api.post<Share>(path, { showDestination: !share.showDestination });
    of.set(() => changed);
  });
  return (
    <div class="stack">
      <div class="share-address">
        <ReadOnly label={words.address} value={share.url} hint={words.since(relative(share.createdAt))} />
        <CopyButton text={share.url} />
        <a class="btn" href={share.url} target="_blank" rel="noreferrer">
          {text.actions.open}
        </a>
      </div>
      {may('member') && (
        <div class="bar">
          <Check label={words.showDestination[kind]} isOn={share.showDestination} disabled={isBusy} onChange={change} />
          <Button isBad onClick={() => setRevoking(true)}>
            {words.revoke}
          </Button>
        </div>
      )}
      <Problem text={problem} />
      {isRevoking && (
        <Confirm
          title={words.revokeTitle}
          action={words.revoke}
          onClose={() => setRevoking(false)}
          onConfirm={async () => {
            await api.delete(path);
            of.set(() => null);
            toast(words.revoked);
          }}
        >
          {words.revokeNote}
        </Confirm>
      )}
    </div>
  );
}
