/**
 * A format of links as data: the columns that identify it, the field of each column, and notes on columns that are
 * left out. Column names are compared without case, blanks and punctuation. Fields of JSON objects are columns, such
 * as `meta.maxVisits`.
 */
import { bareName, pointsOf, proposeMapping, type Sign } from '../../../../shared/import/columns.ts';
import type { Format, Sample } from '../../../../shared/import/format.ts';
import { toFlag, toText } from '../../../../shared/import/values.ts';
import type { LinkItem } from '../../core/item.ts';
import { type Draft, finish, isLinkColumn, type LinkColumn, putValue } from './fields.ts';
import { spellings } from './spellings.ts';

export type Columns = Readonly<Record<string, unknown>>;

export type LinkFormat = {
  name: string;
  signs: Sign[];
  /**
   * Fields, keyed by the column's bare name. Null leaves the column out without a note, because the column adds no
   * information.
   */
  columns: Record<string, LinkColumn | null>;
  /** Notes on columns that are left out, keyed by the column's bare name. Only rows with a value get the note. */
  leftOut?: Record<string, string>;
  /** Corrects columns that depend on others. The columns have their bare names. */
  prepare?: (columns: Columns, draft: Draft) => Columns;
  /** Corrects fields that depend on others. */
  complete?: (draft: Draft) => void;
  /** True if a row without a slug gets a random one. */
  createsSlugs?: boolean;
};

/** Flattens nested objects to columns whose names have a dot, except destinations by country. */
function flatten(columns: Columns, before = ''): [string, unknown][] {
  return Object.entries(columns).flatMap(([name, value]): [string, unknown][] => {
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'geo';
    return isNested ? flatten(value as Columns, `${before}${name}.`) : [[before + name, value]];
  });
}

const namesIn = ({ kind, headers, records }: Sample) =>
  kind === 'json' ? [...new Set(records.flatMap((record) => flatten(record).map(([name]) => name)))] : headers;

const several = new Set(['tags']);

export function linkFormat(format: LinkFormat): Format<LinkItem> {
  const { name, signs, columns, leftOut = {} } = format;
  const known = (bare: string): LinkColumn | null | undefined => {
    if (Object.hasOwn(columns, bare)) return columns[bare];
    return Object.hasOwn(leftOut, bare) ? null : spellings.get(bare);
  };
  return {
    name,
    recognise: (sample) => pointsOf(signs, namesIn(sample)),
    propose: (sample) => proposeMapping(namesIn(sample), (column) => known(bareName(column)) ?? null, several),
    read(row, mapping) {
      const draft: Draft = { item: {}, notes: new Set(), fromShortUrl: {} };
      const named = flatten(row.columns);
      const values = format.prepare?.(byBareName(named), draft);
      for (const [column, original] of named) {
        const bare = bareName(column);
        const value = values ? values[bare] : original;
        const field = mapping[column] === undefined ? known(bare) : mapping[column];
        if (field && isLinkColumn(field)) putNonEmpty(field, value, draft);
        else if (toFlag(value))
          reportLeftOut(column, leftOut[bare], columns[bare] === undefined && known(bare) === undefined, draft);
      }
      format.complete?.(draft);
      return { item: finish(draft, !format.createsSlugs), notes: [...draft.notes] };
    },
  };
}

const byBareName = (named: [string, unknown][]) =>
  Object.fromEntries(named.map(([column, value]) => [bareName(column), value]));

function putNonEmpty(field: LinkColumn, value: unknown, draft: Draft): void {
  if (toText(value) !== '' && toText(value) !== '[]') putValue(field, value, draft);
}

function reportLeftOut(column: string, sentence: string | undefined, isUnknown: boolean, { notes }: Draft): void {
  if (sentence) notes.add(sentence);
  else if (isUnknown) notes.add(`The column “${column}” is left out.`);
}
