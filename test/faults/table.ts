/** A run's table in Markdown, as on the page about outages. */
import type { Row } from './day.ts';
import type { Suffered } from './try-fault.ts';

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

export function rowOf({ fault, lastedMs, ledger, verdict, pause, broken }: Suffered): Record<string, string> {
  const { redirects, seen } = ledger;
  const { clicks, writes, mapsEqual } = verdict;
  const again = `${inSeconds(pause.ms)}${pause.after === 'end' ? ' after its end' : ''}`;
  return {
    Fault: fault.name,
    Lasted: inSeconds(lastedMs),
    'Redirects; repeated on the other machine, failed': `${redirects.served}; ${redirects.retried}, ${redirects.failed}`,
    'Worst redirect': `${Math.round(redirects.worstMs)} ms`,
    'Clicks lost, doubled': `${clicks.lost}, ${clicks.doubled}`,
    'Writes acknowledged; lost, doubled, half': `${writes.acknowledged}; ${writes.lost}, ${writes.doubled}, ${writes.half}`,
    'Writes again after': again,
    'Clients saw': [...seen].map(([what, count]) => `${count} × ${what}`).join(', ') || 'only successes',
    'Maps equal': mapsEqual.every(Boolean) ? 'yes' : 'NO',
    Promises: broken.length > 0 ? `${broken.length} BROKEN` : 'kept',
  };
}

export const toTable = (all: Suffered[]): string => tableOf(all.map(rowOf));

/** The table of a day. */
export const dayTable = (rows: Row[]): string =>
  tableOf(
    rows.map(({ kind, acknowledged, missing, doubled }) => ({
      Kind: kind,
      Acknowledged: String(acknowledged),
      Missing: String(missing.length),
      Doubled: String(doubled.length),
    })),
  );

function tableOf(rows: Record<string, string>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(names), line(names.map(() => '---')), ...rows.map((row) => line(Object.values(row)))].join('\n');
}
