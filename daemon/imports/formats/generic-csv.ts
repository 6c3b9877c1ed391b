/** A table of links of any other origin, its columns known by the names they go by in several systems. */
import { linkFormat } from './core/link-format.ts';
import { spellings } from './core/spellings.ts';

const destinations = [...spellings].flatMap(([name, field]) => (field === 'url' ? [name] : []));

export const genericCsv = linkFormat({
  name: 'csv',
  signs: destinations.map((name) => ({ columns: [name], points: 1 })),
  columns: {},
  makesSlugs: true,
});
