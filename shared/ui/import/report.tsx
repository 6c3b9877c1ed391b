/** The result of an import, with buttons for undoing it and starting another. */
import { Button } from '../button.tsx';
import { dateTime } from '../format.ts';
import type { ImportWords } from '../text/en/import.ts';
import type { Places } from './places.ts';
import { type Act, canUndo, type ImportRecord, isOver } from './record.ts';

type Props = {
  record: ImportRecord;
  words: ImportWords;
  places: Places;
  busy: string | undefined;
  onAct: (act: Act) => void;
  onAnother: () => void;
};

export function Report({ record, words, places, busy, onAct, onAnother }: Props) {
  if (!isOver(record)) return null;
  if (record.dryRun && record.status === 'done') return null;
  const { undo, undoableUntil } = record;
  const isUndone = undo?.status === 'done';
  const list = record.dryRun || undo || record.created + record.changed === 0 ? undefined : places.listOf?.(record);
  const news = newsOf(record, words);
  return (
    <div class={`notice import-report ${news.colour}`}>
      <div>
        <b>{news.text}</b>
        {isUndone && <p>{words.undo.done(undo.deleted, undo.restored, undo.kept)}</p>}
        {canUndo(record) && undoableUntil && <p>{words.undo.until(dateTime(undoableUntil))}</p>}
      </div>
      <div class="bar">
        {list && (
          <a class="btn" href={list}>
            {words.showItems}
          </a>
        )}
        {canUndo(record) && (
          <Button isBusy={busy === 'undo'} onClick={() => onAct('undo')}>
            {words.acts.undo}
          </Button>
        )}
        <Button onClick={onAnother}>{words.acts.another}</Button>
      </div>
    </div>
  );
}

function newsOf({ status, error, undo }: ImportRecord, { news, undone }: ImportWords) {
  if (undo?.status === 'done') return { text: undone, colour: '' };
  if (status === 'failed') return { text: error ?? news.failed, colour: 'bad' };
  return status === 'cancelled' ? { text: news.cancelled, colour: 'warn' } : { text: news.done, colour: 'good' };
}
