/** Dialogs before many links change, and the report of failures. */

import { useState } from 'preact/hooks';
import { links } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TagBox } from '../../../../shared/ui/combobox.tsx';
import { Confirm, Dialog } from '../../../../shared/ui/dialog.tsx';
import { text } from '../../text/text.ts';
import { useKnownTags } from '../link-form/tag-and-domain-names.ts';
import { deletion, tagging } from './actions.ts';
import type { BulkAction } from './bulk.ts';
import type { Ended } from './bulk-run.ts';

const words = text.links;
/** The number of links at or above which the user must type the number to confirm. */
const manyAre = 20;
const failuresShown = 100;

type ActionDialogProps = { onRun: (action: BulkAction) => void; onClose: () => void };

export function TagMany({ count, onRun, onClose }: ActionDialogProps & { count: number }) {
  const known = useKnownTags();
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const [isTried, setTried] = useState(false);
  const isEmpty = added.length + removed.length === 0;
  const submit = (event?: Event) => {
    event?.preventDefault();
    setTried(true);
    if (isEmpty) return;
    onRun(tagging(added, removed));
    onClose();
  };
  return (
    <Dialog
      title={words.tagTitle(count)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button kind="main" onClick={submit}>
            {text.actions.save}
          </Button>
        </>
      }
    >
      <form class="form" onSubmit={submit}>
        <TagBox
          label={words.addTags}
          values={added}
          known={known}
          onChange={setAdded}
          most={links.tags}
          error={isTried && isEmpty ? words.noTags : undefined}
        />
        <TagBox label={words.removeTags} values={removed} known={known} onChange={setRemoved} isClosed />
      </form>
    </Dialog>
  );
}

/** Shows the dialog that deletes links. `name` is set for a single link. */
export function DeleteMany({ count, name, onRun, onClose }: ActionDialogProps & { count: number; name?: string }) {
  return (
    <Confirm
      title={words.deleteTitle(count, name)}
      action={text.actions.delete}
      word={count >= manyAre ? String(count) : undefined}
      onConfirm={async () => onRun(deletion)}
      onClose={onClose}
    >
      {words.deleteNote(count)}
    </Confirm>
  );
}

type FailedProps = {
  ended: Ended;
  nameOf: (id: string) => string;
  onRetry: (ids: string[]) => void;
  onClose: () => void;
};

export function FailedMany({ ended: { outcome }, nameOf, onRetry, onClose }: FailedProps) {
  const { failures, left, problem } = outcome;
  const again = [...failures.map(({ id }) => id), ...left];
  return (
    <Dialog
      title={words.failedTitle(again.length)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.ui.close}</Button>
          <Button kind="main" onClick={() => onRetry(again)}>
            {words.retry(again.length)}
          </Button>
        </>
      }
    >
      <div class="stack">
        {problem && <p class="notice bad">{words.stopped(problem, left.length)}</p>}
        <ul class="links-failures">
          {failures.slice(0, failuresShown).map(({ id, message }) => (
            <li key={id}>
              <b>{nameOf(id)}</b> <span class="soft">{message}</span>
            </li>
          ))}
        </ul>
        {failures.length > failuresShown && <p class="soft">{words.andMore(failures.length - failuresShown)}</p>}
      </div>
    </Dialog>
  );
}
