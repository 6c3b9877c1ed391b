/** Row counts by reason, note and unknown host, stored as JSON in the import's row. */
import type { ImportRow, ReasonedFate } from './tables.ts';

type TallyKind = ReasonedFate | 'note' | 'host';
export type TallyText = { kind: TallyKind; text: string };

const textsAKind = 100;
export const longestReason = 1_000;

type Counts = Partial<Record<TallyKind, Record<string, number>>>;

const parse = (tallies: string | null): Counts => (tallies === null ? {} : JSON.parse(tallies));

const otherNotes = 'Other notes.';

/** Adds row counts. The first texts of each kind are kept; all other notes are counted together. */
export function addTallies(present: string | null, added: readonly TallyText[]): string | null {
  if (added.length === 0) return present;
  const tallies = parse(present);
  const counts = new Map(Object.entries(tallies).map(([kind, rows]) => [kind, new Map(Object.entries(rows))]));
  for (const { kind, text } of added) {
    const rows = counts.get(kind) ?? new Map<string, number>();
    counts.set(kind, rows);
    const isKept = rows.has(text) || rows.size < textsAKind;
    if (isKept) rows.set(text, (rows.get(text) ?? 0) + 1);
    else if (kind === 'note') rows.set(otherNotes, (rows.get(otherNotes) ?? 0) + 1);
  }
  return JSON.stringify(Object.fromEntries([...counts].map(([kind, rows]) => [kind, Object.fromEntries(rows)])));
}

/** Lists the texts of a kind, the most frequent first. */
export const tallyOf = ({ tallies }: Pick<ImportRow, 'tallies'>, kind: TallyKind): { text: string; rows: number }[] =>
  Object.entries(parse(tallies)[kind] ?? {})
    .map(([text, rows]) => ({ text, rows }))
    .sort((one, other) => other.rows - one.rows);
