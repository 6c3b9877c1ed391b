/** What an entry of a timeline says, in words. Pure. */
import { text } from '../../text/text.ts';
import type { TimelineEntry } from '../../types.ts';

const words = text.timeline;

type Changes = { [name: string]: { from: unknown; to: unknown } };

/** The heading of an entry, and a line for each thing it tells. */
export function wordsOf({ event, data }: TimelineEntry): { what: string; details: string[] } {
  const what = words.events[event] ?? event;
  const { note, tag, list, link, changes, reason } = data as {
    note?: { note: string | null };
    tag?: { value: string };
    list?: { value: string };
    link?: { url: string };
    changes?: Changes;
    reason?: string;
  };
  const details = [note?.note, tag?.value, list?.value, link?.url, reason].filter(
    (line) => line !== undefined && line !== '',
  );
  return { what, details: [...(details as string[]), ...linesOf(changes ?? {})] };
}

const linesOf = (changes: Changes) =>
  Object.entries(changes).map(([name, { from, to }]) => words.changed(name, show(from), show(to)));

const show = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '—' : Array.isArray(value) ? value.join(', ') : String(value);
