/** Card with the result of a check or an import: counts, missing parts, and the reasons for each outcome. */
import { useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { Figures } from '../figures.tsx';
import { number, percent } from '../format.ts';
import type { ImportWords } from '../text/en/import.ts';
import { toastError } from '../toast.tsx';
import { Reasons } from './reasons.tsx';
import type { Fate, ImportRecord, ImportService } from './record.ts';

type Props = { record: ImportRecord; service: ImportService; words: ImportWords };

export function OutcomeCard({ record, service, words }: Props) {
  const { outcome } = words;
  const which = record.dryRun ? 'dry' : 'real';
  const isUndone = record.undo?.status === 'done';
  return (
    <section class="card" aria-labelledby="import-outcome">
      <header>
        <h2 id="import-outcome">{outcome[which]}</h2>
        <span>{words.found(record.total)}</span>
      </header>
      <Counts record={record} words={words} />
      <Allowance record={record} words={words} />
      {(['failed', 'skipped', ...(isUndone ? [] : ['changed' as const])] as const).map((fate) => (
        <Reasons key={fate} {...{ record, service, words, fate }} />
      ))}
      {record.notes.length > 0 && <Notes record={record} words={words} />}
      <Downloads record={record} service={service} words={words} />
    </section>
  );
}

/** Counts of rows by outcome, each with its percentage. */
export function Counts({ record, words: { outcome } }: Pick<Props, 'record' | 'words'>) {
  const which = record.dryRun ? 'dry' : 'real';
  const { created, changed, skipped, failed } = record;
  const all = created + changed + skipped + failed;
  const figure = (label: string, count: number) => ({
    ...{ label, value: number(count), note: count > 0 && count < all ? percent(count / all) : undefined },
  });
  return (
    <div class="import-counts">
      <Figures
        items={[
          figure(outcome.created[which], created),
          figure(outcome.changedOnes[which], changed),
          figure(outcome.skipped[which], skipped),
          figure(outcome.failed[which], failed),
        ]}
      />
    </div>
  );
}

function Allowance({ record: { allowance, dryRun }, words }: Pick<Props, 'record' | 'words'>) {
  const { needed = 0, left = null } = allowance ?? {};
  if (!dryRun || needed === 0 || left === null) return null;
  return (
    <div class="body">
      <p class={needed > left ? 'notice warn' : 'soft'}>
        {needed > left ? words.beyond(needed, left) : words.allowance(needed, left)}
      </p>
    </div>
  );
}

const Notes = ({ record, words }: Pick<Props, 'record' | 'words'>) => (
  <div class="import-reasons">
    <h3>{words.outcome.notes}</h3>
    <ul>
      {record.notes.map((note) => (
        <li key={note.text} class="import-other">
          <span dir="auto">{note.text}</span>
          <span class="soft">{words.rows(note.rows)}</span>
        </li>
      ))}
    </ul>
  </div>
);

/** Shows links that download the failed rows and, if other rows have a reason too, all rows with a reason. */
function Downloads({ record, service, words: { outcome } }: Props) {
  const hasOthers = record.reasons.some(({ fate }) => fate !== 'failed');
  if (record.failed === 0 && !hasOthers) return null;
  return (
    <footer>
      <span>{outcome.downloadNote}</span>
      <div class="bar">
        {hasOthers && <Download {...{ record, service }} which="all" label={outcome.report} />}
        {record.failed > 0 && (
          <Download {...{ record, service }} which="failed" label={outcome.failures(record.failed)} />
        )}
      </div>
    </footer>
  );
}

type DownloadProps = Pick<Props, 'record' | 'service'> & { which: Fate | 'all'; label: string };

export function Download({ record, service, which, label }: DownloadProps) {
  const [isBusy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    service
      .saveRows(record, which)
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  return (
    <Button icon="download" isBusy={isBusy} onClick={save}>
      {label}
    </Button>
  );
}
