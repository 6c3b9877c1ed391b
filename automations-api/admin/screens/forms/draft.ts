/** A form in its builder, converted from and to the API's format. Pure. */
import type { SignupForm } from '../../core/types.ts';

/** `key`: `email`, a column, or a custom field's id. */
export type DraftField = { key: string; isRequired: boolean };

/** Settings that the builder keeps in the API's format. */
const sameNames = [
  'name',
  'slug',
  'title',
  'intro',
  'button',
  'thanks',
  'redirect_url',
  'consent_text',
  'double_opt_in',
  'embeddable',
] as const;

/** Settings that are lists of ids. */
const termNames = ['lists', 'offered_lists', 'tags'] as const;

export type FormDraft = Pick<SignupForm, (typeof sameNames)[number]> & {
  fields: DraftField[];
} & { [name in (typeof termNames)[number]]: string[] };

export const newDraft = (): FormDraft => ({
  name: '',
  slug: '',
  fields: [{ key: 'email', isRequired: true }],
  title: '',
  intro: '',
  button: '',
  thanks: '',
  redirect_url: '',
  consent_text: '',
  lists: [],
  offered_lists: [],
  tags: [],
  double_opt_in: true,
  embeddable: true,
});

const pick = <T extends object, Name extends keyof T & string>(from: T, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;

export const draftOf = (form: SignupForm): FormDraft => ({
  ...pick(form, sameNames),
  fields: form.fields.map((key) => ({ key: String(key), isRequired: form.required.includes(key) })),
  lists: form.lists.map(String),
  offered_lists: form.offered_lists.map(String),
  tags: form.tags.map(String),
});

const keyOf = ({ key }: DraftField) => (/^\d+$/.test(key) ? Number(key) : key);

/** Returns the request body. Without a slug, the service derives one from the name of a new form. */
export const bodyOf = ({ fields, lists, offered_lists, tags, slug, ...draft }: FormDraft, isNew = false) => ({
  ...draft,
  ...((slug !== '' || !isNew) && { slug }),
  fields: fields.map(keyOf),
  required: fields.filter(({ isRequired }) => isRequired).map(keyOf),
  lists: lists.map(Number),
  offered_lists: offered_lists.map(Number),
  tags: tags.map(Number),
});

/** Returns the fields in another order. */
export const moved = (fields: readonly DraftField[], at: number, by: -1 | 1): DraftField[] =>
  fields.toSpliced(at, 1).toSpliced(at + by, 0, fields[at] as DraftField);
