/** Card with the items that an undo kept because someone changed or deleted them after the import. */

import type { ImportWords } from '../text/en/import.ts';
import { Download } from './outcome-card.tsx';
import { Reasons } from './reasons.tsx';
import type { ImportRecord, ImportService } from './record.ts';

type Props = { record: ImportRecord; service: ImportService; words: ImportWords };

export function KeptCard({ record, service, words }: Props) {
  const kept = record.undo?.kept ?? 0;
  return (
    <section class="card" aria-labelledby="import-kept">
      <header>
        <h2 id="import-kept">{words.undo.keptTitle}</h2>
        <span>{words.counted(kept)}</span>
      </header>
      <Reasons record={record} service={service} words={words} fate="kept" />
      <footer>
        <span>{words.undo.keptNote}</span>
        <div class="bar">
          <Download record={record} service={service} which="kept" label={words.undo.keptRows(kept)} />
        </div>
      </footer>
    </section>
  );
}
