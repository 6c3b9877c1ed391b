/** Narrows the audit log: by what was done, by whom, and by days. */
import { FilterBar } from '../../../../../shared/ui/list/filter-bar.tsx';
import type { SiteUser } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.auditLog;

export const filters = ['act', 'by', 'from', 'to'] as const;
export type Filters = Partial<Record<(typeof filters)[number], string>>;

/** The acts there are words for, by their noun. */
const nouns = Object.entries(words.nouns).map(([noun, label]) => ({
  label,
  acts: Object.keys(words.acts).filter((act) => act.startsWith(`${noun}.`)),
}));

type AuditFiltersProps = {
  chosen: Filters;
  users: readonly SiteUser[];
  onChange: (changes: Filters) => void;
  onClear?: () => void;
};

export function AuditFilters({ chosen, users, onChange, onClear }: AuditFiltersProps) {
  return (
    <FilterBar days={chosen} words={words} onDays={onChange} onClear={onClear}>
      <select
        aria-label={words.act}
        value={chosen.act ?? ''}
        onChange={(event) => onChange({ act: event.currentTarget.value })}
      >
        <option value="">{words.everything}</option>
        {nouns.map(({ label, acts }) => (
          <optgroup key={label} label={label}>
            {acts.length > 1 && <option value={acts.join(',')}>{words.all(label)}</option>}
            {acts.map((act) => (
              <option key={act} value={act}>
                {words.acts[act]}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <select
        aria-label={words.by}
        value={chosen.by ?? ''}
        onChange={(event) => onChange({ by: event.currentTarget.value })}
      >
        <option value="">{words.everybody}</option>
        <optgroup label={words.people}>
          {users.map(({ ID, name, email }) => (
            <option key={ID} value={`user:${ID}`}>
              {name || email}
            </option>
          ))}
        </optgroup>
        <optgroup label={words.others}>
          {Object.entries(words.callers).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </optgroup>
      </select>
    </FilterBar>
  );
}
