/** Contacts from any other system, read by common column names. */
import { contactFormat } from './core/contact-format.ts';
import { spellings } from './core/spellings.ts';

const addresses = [...spellings].flatMap(([name, target]) => (target === 'email' ? [name] : []));

export const generic = contactFormat({
  name: 'csv',
  signs: addresses.map((name) => ({ columns: [name], points: 1 })),
  columns: {},
});
