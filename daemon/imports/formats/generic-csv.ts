/** Links from any other system as CSV. Columns are recognised by names that several systems use. */
import { linkFormat } from './core/link-format.ts';
import { spellings } from './core/spellings.ts';

const destinations = [...spellings].flatMap(([name, field]) => (field === 'url' ? [name] : []));

export const genericCsv = linkFormat({
  name: 'csv',
  signs: destinations.map((name) => ({ columns: [name], points: 1 })),
  columns: {},
  createsSlugs: true,
});
