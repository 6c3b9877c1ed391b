/**
 * A format of links as data: by which columns it is known, what each becomes, what is left out and why. Columns are compared
 * without regard to case, blanks and marks; members of JSON objects are columns of their own, `meta.maxVisits`.
 */
import { bareName, pointsOf, proposeMapping, type Sign } from '../../../../shared/import/columns.ts';
import type { Format, Sample } from '../../../../shared/import/format.ts';
import { toFlag, toText } from '../../../../shared/import/values.ts';
import type { LinkItem } from '../../core/item.ts';
import { type Draft, finish, isLinkColumn, type LinkColumn, putValue } from './fields.ts';
import { spellings } from './spellings.ts';

type Columns = Readonly<Record<string, unknown>>;

export type LinkFormat = {
  name: string;
  signs: Sign[];
  /** By a column's bare name; null leaves it out without a word, as it says nothing that the link has not otherwise. */
  columns: Record<string, LinkColumn | null>;
  /** By a column's bare name the sentence that a report has where it holds something. */
  leftOut?: Record<string, string>;
  /** Puts right what no single column says; gets the columns by their bare names. */
  prepare?: (columns: Columns, draft: Draft) => Columns;
  /** Puts right what follows from several fields. */
  complete?: (draft: Draft) => void;
  /** A row without a slug gets one. */
  makesSlugs?: boolean;
};

/** Objects in objects as columns with a dot, but for those by country. */
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
      for (const [column, given] of named) {
        const bare = bareName(column);
        const value = values ? values[bare] : given;
        const field = mapping[column] === undefined ? known(bare) : mapping[column];
        if (field && isLinkColumn(field)) putGiven(field, value, draft);
        else if (toFlag(value))
          noteLeftOut(column, leftOut[bare], columns[bare] === undefined && known(bare) === undefined, draft);
      }
      format.complete?.(draft);
      return { item: finish(draft, !format.makesSlugs), notes: [...draft.notes] };
    },
  };
}

const byBareName = (named: [string, unknown][]) =>
  Object.fromEntries(named.map(([column, value]) => [bareName(column), value]));

function putGiven(field: LinkColumn, value: unknown, draft: Draft): void {
  if (toText(value) !== '' && toText(value) !== '[]') putValue(field, value, draft);
}

function noteLeftOut(column: string, sentence: string | undefined, isUnknown: boolean, { notes }: Draft): void {
  if (sentence) notes.add(sentence);
  else if (isUnknown) notes.add(`The column “${column}” is left out.`);
}
