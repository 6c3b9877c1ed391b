/**
 * Card with the file's format, and the choice of what happens to rows that already exist in Waypost. Both can be
 * changed until the import starts.
 */
import { Check, Select } from '../field.tsx';
import type { ImportWords } from '../text/en/import.ts';
import type { Places } from './places.ts';
import type { Choices, ImportRecord } from './record.ts';

type Props = {
  record: ImportRecord;
  words: ImportWords;
  places: Places;
  choices: Choices;
  problems: Readonly<Record<string, string>>;
  /** Undefined while the card is read-only. */
  onChange: ((choices: Choices) => void) | undefined;
};

const optionsOf = (options: Readonly<Record<string, string>>) =>
  Object.entries(options).map(([value, label]) => ({ value, label }));

export function ChoicesCard({ record, words, places, choices, problems, onChange }: Props) {
  const { taken } = words;
  const isDisabled = onChange === undefined;
  const set = (changes: Partial<Choices>) => onChange?.({ ...choices, ...changes });
  return (
    <section class="card" aria-labelledby="import-what">
      <header>
        <h2 id="import-what" class="cut" dir="auto" title={record.fileName}>
          {record.fileName}
        </h2>
        <span>{words.fileForm(record)}</span>
      </header>
      <div class="body form">
        <div class="pair">
          <Select
            label={words.format}
            value={choices.format}
            disabled={isDisabled}
            error={problems.format}
            onValue={(format) => set({ format })}
            options={optionsOf(words.formats)}
          />
          <Select
            label={taken.label}
            value={choices.onTaken}
            disabled={isDisabled}
            error={problems.onTaken ?? problems.on_taken}
            onValue={(onTaken) => set({ onTaken })}
            options={optionsOf(taken.options)}
          />
        </div>
        {taken.defaultStatus && (
          <Select
            label={taken.defaultStatus.label}
            hint={taken.defaultStatus.hint}
            value={choices.defaultStatus ?? ''}
            disabled={isDisabled}
            error={problems.status}
            onValue={(defaultStatus) => set({ defaultStatus })}
            options={optionsOf(taken.defaultStatus.options)}
          />
        )}
        {places.choices?.(choices, onChange && set)}
        {taken.refusesFaultyCells && (
          <Check
            {...taken.refusesFaultyCells}
            isOn={choices.refusesFaultyCells}
            disabled={isDisabled}
            onChange={(refusesFaultyCells) => set({ refusesFaultyCells })}
          />
        )}
        {taken.resubscribe && (
          <Check
            {...taken.resubscribe}
            isOn={choices.resubscribe}
            disabled={isDisabled}
            onChange={(resubscribe) => set({ resubscribe })}
          />
        )}
      </div>
    </section>
  );
}
