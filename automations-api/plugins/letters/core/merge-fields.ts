/** The merge fields of templates: a contact's columns and custom fields, the sender, and the contact's own URLs. */
import { type MergeValue, type MergeValues, splitTags, tagsIn } from '../../../../shared/mail/merge-tags.ts';
import { unprocessable } from '../../../host/core/errors.ts';
import type { Contact, Contacts } from '../../../host/plugin.ts';

/** Other names of columns. */
const aliases = { first_name: 'f_name', last_name: 'l_name', phone: 'contact_no' } as const;
const columns = ['email', 'f_name', 'l_name', 'contact_no', 'country', 'state', 'timezone', 'type', 'source'] as const;
const others = ['points', 'creation_date', 'sender', 'unsubscribe_url', 'preferences_url'] as const;

const cachedMs = 5_000;

/** A custom field. Columns take precedence over custom fields of the same name. */
type CustomField = { slug: string; type: string };

/** Reads the custom fields, and caches them for a few seconds. */
export function openCustomFields({ fields }: Pick<Contacts, 'fields'>): () => Promise<CustomField[]> {
  let known: { fields: Promise<CustomField[]>; until: number } | undefined;
  return () => {
    if (!known || known.until < Date.now()) known = { fields: fields(), until: Date.now() + cachedMs };
    return known.fields.catch((error) => {
      known = undefined;
      throw error;
    });
  };
}

type Named = { [parameter: string]: string };

/** Checks that texts contain only known fields. @throws unprocessable_entity with the nearest name */
export function checkFields(texts: Named, custom: CustomField[]): void {
  const known = [...columns, ...Object.keys(aliases), ...others, ...custom.map(({ slug }) => slug)];
  for (const [parameter, text] of Object.entries(texts)) {
    const unknown = tagsIn(text).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      const nearest = nearestOf(unknown, known);
      const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
      throw unprocessable(`${parameter} has the unknown field ${unknown.slice(0, 60)}.${hint}`);
    }
    const broken = splitTags(text).find((part) => typeof part === 'string' && part.includes('{{'));
    if (typeof broken === 'string') {
      const shown = broken.slice(broken.indexOf('{{'), broken.indexOf('{{') + 60).replace(/\s+/g, ' ');
      throw unprocessable(
        `${parameter} has a field that cannot be read: ${shown}. Write it as {{ first_name | "there" }}.`,
      );
    }
  }
}

/** Returns the most similar name, unless more than half of its characters differ. */
function nearestOf(unknown: string, known: string[]): string | undefined {
  const name = unknown.slice(0, 60);
  const [best] = known
    .map((one) => ({ one, distance: distanceOf(name, one.slice(0, 60)) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(2, name.length / 2) ? best.one : undefined;
}

/** Returns the Levenshtein distance. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (b[j] === character ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Returns a contact's values for an email. */
export function valuesOf(contact: Contact, custom: CustomField[], others: MergeValues): MergeValues {
  const values: Record<string, MergeValue> = Object.create(null);
  for (const { slug, type } of custom) {
    const value = contact.fields[slug] ?? '';
    const text = Array.isArray(value) ? value.join(', ') : value;
    values[slug] = type === 'date' && text !== '' ? new Date(`${text}T00:00:00Z`) : text;
  }
  for (const name of columns) values[name] = contact[name];
  for (const [alias, name] of Object.entries(aliases)) values[alias] = contact[name];
  return Object.assign(values, { points: String(contact.points), creation_date: contact.creation_date }, others);
}
