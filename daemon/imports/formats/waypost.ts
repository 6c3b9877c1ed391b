/**
 * Waypost's own exports (CSV, JSON Lines) and the answers of its list of links. An imported link keeps all its fields.
 */
import Type from 'typebox';
import { type Format, RowFault } from '../../../shared/import/format.ts';
import { withoutFormulaMark } from '../../../shared/import/formula-mark.ts';
import { compile } from '../../../shared/validate.ts';
import { linkFields } from '../../links/core/fields.ts';
import type { LinkItem } from '../core/item.ts';
import { lock } from './core/unsupported.ts';
import { toCount } from './core/values.ts';

const asTexts = new Set(['domain', 'slug', 'createdAt']);
const asObjects = new Set(['tags', 'geo', 'rules', 'variants', 'utm', 'preview']);
const asNumbers = new Set(['redirectType', 'maxClicks', 'importedClicks']);
export const waypostFields = [...asTexts, 'tags', 'archived', ...Object.keys(linkFields)];
const isWhole = compile(Type.Object({ url: Type.String() }));

const signs = ['shortUrl', 'url', 'slug', 'hasPassword', 'redirectType', 'importedClicks'];

export const waypost: Format<LinkItem> = {
  name: 'waypost',
  recognise: ({ headers }) => (signs.every((name) => headers.includes(name)) ? 100 : 0),
  propose: ({ headers }) =>
    Object.fromEntries(headers.map((name) => [name, waypostFields.includes(name) ? name : null])),
  read({ columns }, mapping) {
    const item: Record<string, unknown> = {};
    const isCsv = typeof columns.hasPassword === 'string';
    for (const [column, cell] of Object.entries(columns)) {
      const field = mapping[column] ?? null;
      const value = field === null || !isCsv ? cell : readCell(field, cell);
      if (field !== null && value !== undefined && value !== null) item[field] = value;
    }
    const draft = { item: item as Partial<LinkItem>, notes: new Set<string>(), fromShortUrl: {} };
    complete(draft, columns);
    if (!isWhole(item).ok) throw new RowFault('The row has no destination.');
    return { item: item as LinkItem, notes: [...draft.notes] };
  },
};

function complete(
  { item, notes, ...rest }: Parameters<typeof lock>[0],
  columns: Readonly<Record<string, unknown>>,
): void {
  if (isTrue(columns.hasPassword) && item.password === undefined) lock({ item, notes, ...rest });
  if (isTrue(columns.banned)) notes.add('Banned links are checked again here.');
  const clicks = toCount(columns.clicks) ?? 0;
  if (clicks === 0) return;
  item.importedClicks = clicks + (item.importedClicks ?? 0);
  notes.add('Single clicks are left out. Their number is added to the imported clicks.');
}

function readCell(field: string, cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  const text = withoutFormulaMark(cell);
  if (text === '') return undefined;
  if (field === 'archived') return text === 'true';
  if (asNumbers.has(field)) return Number(text);
  if (asObjects.has(field)) return fromJson(field, text);
  return text;
}

const isTrue = (value: unknown) => value === true || value === 'true';

function fromJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RowFault(`Its ${field} is not JSON as in an export.`);
  }
}
