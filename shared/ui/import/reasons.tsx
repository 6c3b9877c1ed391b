/**
 * The reasons why rows failed, were skipped, were changed or were kept by an undo. Each has its row count, and its
 * first rows when opened.
 */
import { useState } from 'preact/hooks';
import { number } from '../format.ts';
import { Icon } from '../icon.tsx';
import { useLoad } from '../load.ts';
import { Bones, Show } from '../states.tsx';
import type { ImportWords } from '../text/en/import.ts';
import type { Fate, ImportRecord, ImportService } from './record.ts';
import { RowTable } from './row-table.tsx';

type Props = { record: ImportRecord; service: ImportService; words: ImportWords };
type ReasonProps = Props & { fate: Fate; text: string; rows: number };

export function Reasons({ fate, ...props }: Props & { fate: Fate }) {
  const { record, words } = props;
  const reasons = record.reasons.filter((reason) => reason.fate === fate);
  if (reasons.length === 0) return null;
  const all = fate === 'kept' ? (record.undo?.kept ?? 0) : record[fate];
  const others = all - reasons.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <div class="import-reasons">
      <h3>{words.reasons[fate]}</h3>
      <ul>
        {reasons.map(({ text, rows }) => (
          <li key={text}>
            <Reason {...props} fate={fate} text={text} rows={rows} />
          </li>
        ))}
        {others > 0 && (
          <li class="import-other">
            <span>{words.reasons.others}</span>
            <span class="soft">{words.rows(others)}</span>
          </li>
        )}
      </ul>
    </div>
  );
}

function Reason({ record, service, words, fate, text, rows }: ReasonProps) {
  // An undo keeps few rows, and users look for exactly these.
  const [isOpen, setOpen] = useState(fate === 'kept');
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="right" size={14} />
        <span dir="auto">{text}</span>
        <span class="soft">{words.rows(rows)}</span>
      </summary>
      {isOpen && <FirstRows {...{ record, service, words, fate, text, rows }} />}
    </details>
  );
}

function FirstRows({ record, service, words, fate, text, rows: all }: ReasonProps) {
  const labels = new Map(record.fields.map((field) => [field.name, field.label]));
  const rows = useLoad((signal) => service.rows(record.id, fate, text, signal), [record.id, fate, text]);
  return (
    <Show of={rows} bones={<Bones rows={Math.min(all, 3)} height={16} />}>
      {(shown) => (
        <>
          <RowTable
            label={words.reasons.rowsOf(text)}
            numberHead={words.mapping.row}
            rows={shown}
            // The rows of an undo are stored objects, so their columns are Waypost's fields.
            {...(fate === 'kept' && { headOf: (column: string) => labels.get(column) ?? column })}
            columns={[...new Set(shown.flatMap(({ columns }) => Object.keys(columns)))]}
          />
          {all > shown.length && <p class="soft small">{words.reasons.first(number(shown.length), number(all))}</p>}
        </>
      )}
    </Show>
  );
}
