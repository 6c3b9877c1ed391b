/** The mapping of the file's columns to Waypost's fields, and a preview of the first rows. */
import { Button } from '../button.tsx';
import { Select } from '../field.tsx';
import type { ImportWords } from '../text/en/import.ts';
import type { Places } from './places.ts';
import type { ImportRecord, Mapping } from './record.ts';
import { inWords, RowTable } from './row-table.tsx';

type Props = {
  record: ImportRecord;
  words: ImportWords;
  mapping: Mapping;
  /** Returns the new fields that a column can become. Undefined if the service does not create fields. */
  newFields: Places['newFields'];
  /** Problems that the service reports. Each key is `mapping.` followed by the column. */
  problems: Readonly<Record<string, string>>;
  /** Undefined while the card is read-only. */
  onChange: ((mapping: Mapping) => void) | undefined;
};

export const MappingCard = (props: Props) => (
  <section class="card" aria-labelledby="import-columns">
    <header>
      <h2 id="import-columns">{props.words.mapping.title}</h2>
      <span>{props.words.mapping.note}</span>
    </header>
    <Columns {...props} />
    <NewFields {...props} />
    {props.record.preview.length > 0 && <Preview {...props} />}
  </section>
);

const samplesShown = 3;

function Columns({ record, words: { mapping: words }, mapping, problems, newFields, onChange }: Props) {
  const fields = record.fields.map(({ name, label }) => ({ value: name, label }));
  /** Returns the new fields that a column can become, without those that already exist. */
  const made = (column: string) =>
    (newFields?.(column, record) ?? []).filter(({ value }) => !fields.some((field) => field.value === value));
  const samples = (column: string) =>
    record.preview
      .map(({ columns }) => inWords(columns[column]))
      .filter((value) => value !== '')
      .slice(0, samplesShown);
  return (
    <ul class="import-columns">
      {record.columns.map((column) => (
        <li key={column}>
          <div>
            <b dir="auto">{column}</b>
            <span class="soft small cut" dir="auto">
              {samples(column).join(' · ') || '–'}
            </span>
          </div>
          <Select
            label={words.fieldOf(column)}
            value={mapping[column] ?? ''}
            disabled={onChange === undefined}
            onValue={(to) => onChange?.({ ...mapping, [column]: to || null })}
            options={[{ value: '', label: words.leaveOut }, ...fields, ...made(column)]}
            error={problems[`mapping.${column}`]}
          />
        </li>
      ))}
    </ul>
  );
}

/** Shows a button that creates fields for all columns without one. */
function NewFields({ record, words: { mapping: words }, mapping, newFields, onChange }: Props) {
  const leftOut = record.columns.filter((column) => !mapping[column]);
  if (!newFields || !onChange || leftOut.length === 0) return null;
  const make = () =>
    onChange({
      ...mapping,
      ...Object.fromEntries(leftOut.map((column) => [column, newFields(column, record)[0]?.value ?? null])),
    });
  return (
    <footer>
      <span>{words.newFieldsNote}</span>
      <Button icon="plus" onClick={make}>
        {words.newFields(leftOut.length)}
      </Button>
    </footer>
  );
}

function Preview({ record, words: { mapping: words }, mapping, newFields }: Props) {
  const labels = new Map(record.fields.map(({ name, label }) => [name, label]));
  const title = words.preview(record.preview.length);
  const fieldOf = (column: string) => {
    const field = mapping[column];
    if (!field) return { label: words.leftOut, isOut: true };
    const made = newFields?.(column, record).find(({ value }) => value === field);
    return { label: labels.get(field) ?? made?.label ?? field, isOut: false };
  };
  return (
    <>
      <h3 class="import-preview">{title}</h3>
      <RowTable label={title} numberHead={words.row} rows={record.preview} columns={record.columns} fieldOf={fieldOf} />
    </>
  );
}
