/** A hook's mapping in its editor, converted from and to the API's format, and the paths of a message's values. Pure. */
import type { HookMapping } from '../../core/types.ts';

/** The columns that a message can fill. `add_points` adds to a column instead. */
export const columns = [
  'f_name',
  'l_name',
  'contact_no',
  'country',
  'state',
  'timezone',
  'type',
  'source',
  'points',
  'add_points',
] as const;

/** The row of the event's name, and the start of the rows of its data. */
export const eventTarget = 'event';
export const dataTarget = 'data.';
/** The rows of the conditions under which a message counts. */
export const conditions = ['only', 'once'] as const;

/** `target`: `email`, a column, a field's id or slug, a condition, `event`, or `data.` and a name. */
export type MappingRow = {
  target: string;
  /** A path into the message, or a value that is the same for every message. */
  value: string;
  isFixed: boolean;
  overwrites: boolean;
  /** The value that a message must have for the condition `only`. */
  is?: string;
};

export type MappingDraft = { rows: MappingRow[]; tags: string[]; lists: string[] };

type Source = string | { value: string | number | boolean };

export const newRow = (target: string, value = ''): MappingRow => ({
  target,
  value,
  isFixed: false,
  overwrites: false,
});

export function draftOf(mapping: HookMapping | null): MappingDraft {
  const {
    fields = {},
    data = {},
    tags = [],
    lists = [],
    event,
    only,
    once,
    overwrite = [],
    email,
    ...given
  }: Partial<HookMapping> = mapping ?? {};
  const row = (target: string, source: Source): MappingRow => ({
    target,
    value: typeof source === 'string' ? source : String(source.value),
    isFixed: typeof source !== 'string',
    overwrites: overwrite.includes(target),
  });
  const named = [...columns.map((name) => [name, given[name]] as const), ...Object.entries(fields)];
  const eventSource = typeof event === 'string' ? { value: event } : event?.path;
  return {
    rows: [
      newRow('email', email),
      ...named.flatMap(([name, source]) => (source === undefined ? [] : [row(name, source)])),
      ...(only ? [{ ...newRow('only', only.path), is: only.is }] : []),
      ...(once === undefined ? [] : [newRow('once', once)]),
      ...(eventSource === undefined ? [] : [row(eventTarget, eventSource)]),
      ...Object.entries(data).map(([name, source]) => row(dataTarget + name, source)),
    ],
    tags: tags.map(String),
    lists: lists.map(String),
  };
}

const isColumn = (target: string) => columns.some((name) => name === target);
export const isCondition = (target: string) => conditions.some((name) => name === target);
const isData = (target: string) => target.startsWith(dataTarget);

/** Returns whether the row's value is stored, so that a known contact can already have another value. */
export const isStored = ({ target }: MappingRow): boolean =>
  !['email', eventTarget, 'add_points'].includes(target) && !isCondition(target) && !isData(target);

const sourceOf = ({ value, isFixed }: MappingRow): Source => (isFixed ? { value } : value);

/** Returns the request's mapping. Rows without a value are left out. */
export function mappingOf({ rows, tags, lists }: MappingDraft): HookMapping {
  const filled = rows.map((row) => ({ ...row, value: row.value.trim() })).filter(({ value }) => value !== '');
  const sources = (isWanted: (target: string) => boolean, start = 0) =>
    Object.fromEntries(
      filled.filter(({ target }) => isWanted(target)).map((row) => [row.target.slice(start), sourceOf(row)]),
    );
  const own: string[] = ['email', eventTarget, ...conditions];
  const fields = sources((target) => !isColumn(target) && !isData(target) && !own.includes(target));
  const data = sources(isData, dataTarget.length);
  const [email, event, only, once] = own.map((name) => filled.find(({ target }) => target === name));
  const overwrite = filled.filter((row) => row.overwrites && isStored(row)).map(({ target }) => target);
  return {
    email: email?.value ?? '',
    ...sources(isColumn),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(only && { only: { path: only.value, is: only.is ?? '' } }),
    ...(once && { once: once.value }),
    ...(event && { event: event.isFixed ? event.value : { path: event.value } }),
    ...(Object.keys(data).length > 0 && { data }),
    ...(tags.length > 0 && { tags: tags.map(Number) }),
    ...(lists.length > 0 && { lists: lists.map(Number) }),
    ...(overwrite.length > 0 && { overwrite }),
  };
}

/** Maps a value of a message to a target, whose row is added if needed. */
export function withPath(rows: readonly MappingRow[], target: string, path: string): MappingRow[] {
  const at = rows.findIndex((row) => row.target === target);
  if (at < 0) return [...rows, newRow(target, path)];
  return rows.map((row, index) => (index === at ? { ...row, value: path, isFixed: false } : row));
}

/** Returns the path of a value inside another value. */
export function pathWithin(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (!/^[^.[\]]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

export const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the entries of an object or an array. */
export const entriesOf = (value: object): [key: string | number, value: unknown][] =>
  Array.isArray(value) ? value.map((one, index) => [index, one]) : Object.entries(value);

const mostPaths = 1_000;

/** Returns a message's values by path, the outer ones first. */
export function valuesIn(body: unknown): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const open: [path: string, value: unknown][] = [['', body]];
  for (const [path, value] of open) {
    if (path !== '') values.set(path, value);
    if (!isBranch(value)) continue;
    for (const [key, one] of entriesOf(value)) if (open.length < mostPaths) open.push([pathWithin(path, key), one]);
  }
  return values;
}
