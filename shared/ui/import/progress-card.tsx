/** The progress of an import, with the buttons for pausing and cancelling it. */
import { Button } from '../button.tsx';
import { number } from '../format.ts';
import type { ImportWords } from '../text/en/import.ts';
import { Counts } from './outcome-card.tsx';
import type { Act, ImportRecord } from './record.ts';

type Props = {
  record: ImportRecord;
  words: ImportWords;
  busy: Act | undefined;
  onAct: (act: Act) => void;
};

export function ProgressCard({ record, words, busy, onAct }: Props) {
  const { progress, acts } = words;
  const isUndoing = record.undo !== null && record.undo.status !== 'done';
  const isPaused = record.status === 'paused';
  return (
    <section class="card" aria-labelledby="import-progress">
      <header>
        <h2 id="import-progress">{titleOf(record, words)}</h2>
        <span>{countsOf(record, words)}</span>
      </header>
      {!record.dryRun && !isUndoing && record.position > 0 && <Counts record={record} words={words} />}
      <div class="body stack">
        <Bar record={record} words={words} />
        <div class="import-acts">
          <p class="soft small" role="status">
            {isPaused ? progress.paused : progress.away}
          </p>
          {!isUndoing && (
            <div class="bar">
              {isPaused ? (
                <Button kind="main" isBusy={busy === 'resume'} onClick={() => onAct('resume')}>
                  {acts.resume}
                </Button>
              ) : (
                <Button isBusy={busy === 'pause'} onClick={() => onAct('pause')}>
                  {acts.pause}
                </Button>
              )}
              <Button isBad isBusy={busy === 'cancel'} onClick={() => onAct('cancel')}>
                {acts.cancel}
              </Button>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function titleOf({ undo, dryRun }: ImportRecord, { progress, checking }: ImportWords): string {
  if (undo && undo.status !== 'done') return progress.undoing;
  return dryRun ? checking : progress.title;
}

function countsOf({ status, total, position, undo }: ImportRecord, { progress, counted }: ImportWords): string {
  if (undo) return counted(undo.deleted + undo.restored + undo.kept);
  if (status === 'queued') return progress.waiting;
  return total === null ? '' : progress.of(number(position), number(total));
}

function Bar({
  record: { undo, created, changed, position, total, status },
  words: { progress },
}: Omit<Props, 'busy' | 'onAct'>) {
  const [done, all] = undo
    ? [undo.deleted + undo.restored + undo.kept, created + changed]
    : [position, status === 'queued' || status === 'reading' ? null : total];
  // Without a value, the browser animates the bar.
  return (
    <progress
      class="list-progress import-bar"
      aria-label={progress.label}
      {...(all === null ? {} : { value: done, max: Math.max(1, all) })}
    />
  );
}
