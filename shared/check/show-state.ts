/** The state of an installation, formatted as lines. */
import type { InstallationState } from './read-state.ts';

const count = new Intl.NumberFormat('en');
const megabytes = (bytes: number) => `${count.format(Math.round(bytes / 2 ** 20))} MB`;

function ageOf(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min` : `${seconds} s`;
}

export function showState(state: InstallationState): string[] {
  const { processes, stores, links, isEstimate, clicksWaiting, addresses } = state;
  const facts: [string, string][] = [
    ['Folder', state.folder],
    ['Settings', state.settings],
    ['Data', state.data],
    ...stores.map(({ name, found }): [string, string] => [name, found]),
    ['Links', links === null ? 'unknown' : `${isEstimate ? 'about ' : ''}${count.format(links)}`],
    ['Clicks waiting', clicksWaiting === null ? 'unknown' : waiting(clicksWaiting)],
    ['Dashboard', addresses.dashboard],
    ['Link API', addresses.api],
    ['Contacts', addresses.contacts],
    ['Short links', `${new URL(addresses.api).protocol}//${addresses.shortDomain}/…`],
  ];
  const widest = Math.max(...facts.map(([name]) => name.length));
  return [
    headOf(state),
    '',
    ...table(processes.map(({ name, pid, seconds, bytes }) => [name, String(pid), ageOf(seconds), megabytes(bytes)])),
    ...facts.map(([name, value]) => `${name.padEnd(widest)}  ${value}`),
  ];
}

function headOf({ version, versions, installed, processes }: InstallationState): string {
  if (processes.length === 0) return `Waypost ${installed}, stopped`;
  const next = version === installed ? '' : `; the next start uses ${installed}`;
  return `Waypost ${versions.join(' and ') || version}, ${processes.length} processes${next}`;
}

const waiting = ({ bytes, since }: NonNullable<InstallationState['clicksWaiting']>) =>
  since === null ? 'none' : `${count.format(Math.ceil(bytes / 1_024))} KB since ${since}`;

/** Formats rows as columns; empty if nothing is running. */
function table(rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const all = [['Process', 'PID', 'Up', 'Memory'], ...rows];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  return [
    ...all.map((row) =>
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    '',
  ];
}
