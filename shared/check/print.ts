/** Findings formatted for a terminal: by group, with the remedies last. */
import { counted } from '../plural.ts';
import { groups, type State } from './core/finding.ts';
import type { Checked } from './run-checks.ts';

const marks: Record<State, string> = { ok: '✓', warning: '!', failed: '✗', unknown: '?' };
const colours: Record<State, number> = { ok: 32, warning: 33, failed: 31, unknown: 36 };
const worst: readonly State[] = ['failed', 'warning', 'unknown', 'ok'];

export type Look = { colour: boolean; quiet: boolean };

export function inLines(checked: readonly Checked[], { colour, quiet }: Look): string[] {
  const mark = (state: State) => (colour ? `\x1b[${colours[state]}m${marks[state]}\x1b[0m` : marks[state]);
  const widest = Math.max(...checked.map(({ name }) => name.length));
  const line = ({ state, name, found }: Checked) => `${mark(state)} ${name.padEnd(widest)}  ${found}`;
  const problems = together(checked.filter(({ state }) => state !== 'ok')).sort(
    (a, b) => worst.indexOf(a.state) - worst.indexOf(b.state),
  );
  const all = groups.flatMap((group) => {
    const lines = checked.filter((one) => one.group === group).map(line);
    return lines.length > 0 ? [group, ...lines.map((text) => `  ${text}`), ''] : [];
  });
  const details = problems.flatMap((one) => [`${mark(one.state)} ${one.name}: ${one.found}`, `  → ${one.todo}`]);
  return [
    ...(quiet ? [] : all),
    ...details,
    ...(details.length > 0 && !quiet ? [''] : []),
    ...(quiet ? [] : [summary(checked)]),
  ];
}

/** Counts the findings by state, in one line for monitoring. */
export function summary(checked: readonly Checked[]): string {
  const countOf = (wanted: State) => checked.filter(({ state }) => state === wanted).length;
  const inWords = (state: State) =>
    state === 'warning' ? counted(countOf(state), state) : `${countOf(state)} ${state}`;
  const counts = worst.filter((state) => countOf(state) > 0).map(inWords);
  return counts.join(', ');
}

/** Merges problems with the same text into one that lists all their names. */
function together(problems: readonly Checked[]): Checked[] {
  const byWords = new Map<string, Checked>();
  for (const one of problems) {
    const words = `${one.found}\n${one.todo}`;
    const other = byWords.get(words);
    byWords.set(words, other ? { ...other, name: `${other.name}, ${one.name}` } : one);
  }
  return [...byWords.values()];
}
