/** Checks of a form's settings, and its changes. */
import { duplicateKey, inTransaction } from '../../../shared/db/db.ts';
import { ApiError } from '../../../shared/errors.ts';
import { etagOf } from '../../../shared/http/versions.ts';
import { forms as limits } from '../../../shared/limits-of-fields.ts';
import { found, unprocessable } from '../../host/core/errors.ts';
import type { Caller, RequestHead } from '../../host/core/route.ts';
import type { RuleList } from '../../host/plugin.ts';
import { checkLocked } from '../../host/versions.ts';
import type { Context } from './core/context.ts';
import { type Definition, defaults, definitionOf, type FieldKey, formColumns } from './core/definition.ts';
import {
  deleteForm,
  type FormWithConsent,
  findForm,
  insertForm,
  lockForm,
  saveConsent,
  updateForm,
} from './core/queries.ts';
import type { FormRow } from './core/tables.ts';
import type { FormChange } from './schema.ts';
import { submitted } from './submissions/confirm.ts';

/** Paths of the plugin's own pages. */
const reserved = ['confirm', 'preview'];
const slugPattern = new RegExp(limits.slug);
const longestSlug = 64;

/** Creates a form. @throws already_exists or unprocessable_entity */
export async function addForm(
  context: Context,
  by: Caller | undefined,
  { name, slug, active = true, consent_text = '', ...given }: FormChange & { name: string },
): Promise<FormWithConsent> {
  const definition = JSON.stringify(await check(context, { ...defaults, ...given }));
  const named = { name: readName(name), slug: readSlug(slug ?? slugOf(name)) };
  const id = await refuseTakenSlug(
    inTransaction(context.db, async (trx) => {
      const now = presentSecond();
      const consent_id = await saveConsent(trx, consent_text.trim(), now);
      return insertForm(trx, { ...named, active, definition, consent_id, created_at: now, updated_at: null });
    }),
  );
  await audit(context, { by, action: 'form.created', subject: id, data: named });
  return getForm(context, id);
}

type Change = Pick<RequestHead, 'caller' | 'headers'> & { show: (form: FormWithConsent) => object };

/** Changes the given settings. @throws data_not_found, conflict, already_exists or unprocessable_entity */
export async function changeForm(
  context: Context,
  { caller: by, headers, show }: Change,
  id: number,
  { name, slug, active, consent_text, ...given }: FormChange,
): Promise<FormWithConsent> {
  const isDefined = Object.keys(given).length > 0;
  // Lists and fields may have been deleted in the meantime, so they are checked only if they are given.
  if (isDefined) await check(context, { ...definitionOf(await getForm(context, id)), ...given });
  const changes = {
    ...(name !== undefined && { name: readName(name) }),
    ...(slug !== undefined && { slug: readSlug(slug) }),
    ...(active !== undefined && { active }),
  };
  await refuseTakenSlug(
    inTransaction(context.db, async (trx) => {
      const row = await checkLocked({ headers }, 'form', await lockForm(trx, id), {
        etag: versionOf,
        show: async () => show(await getForm(context, id)),
      });
      const now = presentSecond();
      await updateForm(trx, id, {
        ...changes,
        ...(isDefined && { definition: JSON.stringify(clean({ ...definitionOf(row), ...given })) }),
        ...(consent_text !== undefined && { consent_id: await saveConsent(trx, consent_text.trim(), now) }),
        updated_at: now,
      });
    }),
  );
  const form = await getForm(context, id);
  await audit(context, { by, action: 'form.changed', subject: id, data: { name: form.name, ...changes, ...given } });
  return form;
}

/** Deletes a form that no rule names. @throws data_not_found or unprocessable_entity */
export async function removeForm(context: Context, by: Caller | undefined, id: number): Promise<FormRow> {
  const form = await inTransaction(context.db, async (trx) => {
    const row = found('form', await lockForm(trx, id));
    const users = await listRulesNaming(context, id);
    if (users.length > 0) throw unprocessable(`This form is used by ${users.join(', ')}.`);
    await deleteForm(trx, id);
    return row;
  });
  await audit(context, { by, action: 'form.deleted', subject: id, data: { name: form.name } });
  return form;
}

/** Lists the rules that start, wait or reach their goal when this form is submitted. */
async function listRulesNaming({ hooks }: Context, id: number): Promise<string[]> {
  const rules = await hooks.applyFilters<RuleList | undefined>('automations_rules', undefined);
  const named = (await rules?.list())?.filter(({ triggers }) =>
    triggers.some(({ event, form }) => event === submitted && form === id),
  );
  return (named ?? []).map(({ rule }) => `rule ${rule.id} (${rule.name})`);
}

/** @throws data_not_found */
export const getForm = async ({ db }: Context, id: number): Promise<FormWithConsent> =>
  found('form', await findForm(db, id));

/** The version of a form's settings. */
export const versionOf = ({ name, slug, active, definition, consent_id }: FormRow): string =>
  etagOf([name, slug, active, definition, consent_id]);

type AuditEntry = { by: Caller | undefined; action: string; subject: number; data: object };

const audit = ({ hooks }: Context, entry: AuditEntry) => hooks.doAction('automations_audit', entry);

const presentSecond = () => new Date(Math.floor(Date.now() / 1_000) * 1_000);

const refuseTakenSlug = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    if (duplicateKey(error) !== 'forms_slug') throw error;
    throw new ApiError('already_exists', 'A form with this slug already exists.');
  });

function readName(name: string): string {
  const read = name.trim();
  if (read === '') throw unprocessable('name must not be empty');
  return read;
}

function readSlug(given: string): string {
  const slug = given.trim().toLowerCase();
  if (!slugPattern.test(slug))
    throw unprocessable('slug must consist of a-z, 0-9 and hyphens, and not start with a hyphen');
  if (reserved.includes(slug)) throw unprocessable(`slug is reserved: ${slug}`);
  return slug;
}

/** Derives a slug from a name. An empty result is refused. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join('-')
    .slice(0, longestSlug);

/** Normalises the settings. @throws unprocessable_entity */
function clean({ fields, required, redirect_url, ...settings }: Definition): Definition {
  const shown = fields.map(keyOf);
  const all = [...new Set(shown.includes('email') ? shown : ['email', ...shown])];
  const needed = [...new Set(['email', ...required.map(keyOf)])];
  const missing = needed.find((key) => !all.includes(key));
  if (missing !== undefined) throw unprocessable(`required has ${missing}, which is not one of the fields`);
  return { ...settings, fields: all, required: needed, redirect_url: readRedirect(redirect_url) };
}

/** Returns an id as a number, even if it was sent as text. */
const keyOf = (key: FieldKey): FieldKey => (/^\d{1,15}$/.test(String(key)) ? Number(key) : key);

function readRedirect(given: string): string {
  const text = given.trim();
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw unprocessable('redirect_url must be an http or https URL without a password');
  }
  return url.href;
}

/** Checks that all objects named in the settings exist. @throws unprocessable_entity */
export async function check({ contacts }: Context, given: Definition): Promise<Definition> {
  const definition = clean(given);
  const keys: readonly FieldKey[] = ['email', ...formColumns, ...(await contacts.fields()).map(({ id }) => id)];
  const unknown = definition.fields.find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw unprocessable(`fields has ${unknown}, which is neither a custom field that can be edited nor a column`);
  }
  const types = { lists: 'list', offered_lists: 'list', tags: 'tag' } as const;
  const names = Object.keys(types) as (keyof typeof types)[];
  const terms = await contacts.terms(names.flatMap((name) => definition[name]));
  for (const name of names) {
    const other = definition[name].find((id) => !terms.some((term) => term.id === id && term.type === types[name]));
    if (other !== undefined) throw unprocessable(`${name} has ${other}, which is not a ${types[name]}`);
  }
  return definition;
}
