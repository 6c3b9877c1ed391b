/** The fields that a form shows, and the values that visitors send for them. */
import type { Language } from '../../../../shared/pages/language.ts';
import type { ContactField, ContactInput, ContactTerm } from '../../../host/contacts.ts';
import type { Context } from '../core/context.ts';
import type { Definition, FieldKey, FormSettings, formColumns } from '../core/definition.ts';
import type { Texts } from '../text/en.ts';
import { texts } from '../text/texts.ts';

type Column = (typeof formColumns)[number] | 'email';

/** A field as shown. `name` is the name of its control. */
export type ShownField = {
  key: FieldKey;
  name: string;
  label: string;
  type: ContactField['type'] | 'email' | 'tel' | 'country';
  isRequired: boolean;
  options: string[];
  longest: number;
  placeholder: string;
  autocomplete?: string | undefined;
};

export type ShownForm = { fields: ShownField[]; lists: ContactTerm[] };

const column = (type: ShownField['type'], longest: number, autocomplete: string) => ({ type, longest, autocomplete });
const columns: { [name in Column]: ReturnType<typeof column> } = {
  email: column('email', 254, 'email'),
  f_name: column('text', 100, 'given-name'),
  l_name: column('text', 100, 'family-name'),
  contact_no: column('tel', 50, 'tel'),
  country: column('country', 2, 'country'),
  state: column('text', 100, 'address-level1'),
};

/** Finds what a form shows in a language. Fields and lists that were deleted since are left out. */
export async function findShown(
  { contacts }: Context,
  { fields, required, offered_lists }: Definition,
  language: Language,
): Promise<ShownForm> {
  const custom = fields.some((key) => typeof key === 'number') ? await contacts.fields() : [];
  const offered = offered_lists.length > 0 ? await contacts.terms(offered_lists) : [];
  const shownOf = (key: FieldKey): ShownField[] => {
    const isRequired = required.includes(key);
    if (typeof key === 'string') {
      const name = key as Column;
      return [{ key, name, isRequired, label: texts[language][name], options: [], placeholder: '', ...columns[name] }];
    }
    const field = custom.find(({ id }) => id === key);
    return field ? [{ ...field, key, isRequired, label: field.name, name: `field_${key}` }] : [];
  };
  return {
    fields: fields.flatMap(shownOf),
    lists: offered_lists.flatMap((id) => offered.filter((term) => term.id === id && term.type === 'list')),
  };
}

/** The sent texts, keyed by the name of their control. */
export type Sent = { readonly [name: string]: string[] };

/** The maximum length of a control's text, and the maximum number of its choices. A contact's own limits are lower. */
const longestText = 16_000;
const mostChoices = 200;

/** Reads a body's parameters as lists of texts. Ignores everything else. */
export const readSent = (params: Record<string, unknown>): Sent =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const all: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
      const texts = all.slice(0, mostChoices).filter((one) => typeof one === 'string');
      return [name, texts.map((text) => text.slice(0, longestText + 1))];
    }),
  );

export const firstOf = (sent: Sent, name: string) => (sent[name]?.[0] ?? '').trim();

/** The faults of the sent values, keyed by the names of their controls. */
export type Faults = Map<string, keyof Texts>;

/** Reads a visitor's values in the contacts API's format, with their faults. */
export async function readValues(
  { contacts }: Context,
  { definition, shown, consentText, consentId }: FormSettings & { shown: ShownForm },
  sent: Sent,
): Promise<{ input: ContactInput; faults: Faults }> {
  const given = shown.fields.flatMap((field) => {
    const value = field.type === 'checkbox' ? (sent[field.name] ?? []).filter(Boolean) : firstOf(sent, field.name);
    return value.length > 0 ? [{ field, value }] : [];
  });
  const of = (kind: 'string' | 'number') => given.filter(({ field }) => typeof field.key === kind);
  const values = {
    ...Object.fromEntries(of('string').map(({ field, value }) => [field.key, value])),
    fields: Object.fromEntries(of('number').map(({ field, value }) => [field.key, value])),
  };
  const faults: Faults = new Map();
  for (const key of await contacts.faults(values)) {
    const field = shown.fields.find((one) => String(one.key) === key);
    if (field) faults.set(field.name, field.type === 'email' ? 'invalidEmail' : 'invalid');
  }
  for (const field of shown.fields) {
    if (field.isRequired && !given.some((one) => one.field === field)) faults.set(field.name, 'missing');
  }
  if (consentText !== '' && firstOf(sent, 'consent') !== String(consentId)) faults.set('consent', 'consent');
  const chosen = shown.lists.filter(({ id }) => sent.lists?.includes(String(id))).map(({ id }) => id);
  const lists = [...new Set([...definition.lists, ...chosen])];
  return { input: { ...values, lists, tags: definition.tags }, faults };
}
