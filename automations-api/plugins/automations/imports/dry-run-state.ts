/** A contact's state after a row of a dry run. It is kept for later rows about the same contact. */
import type { ContactInput } from '../contacts/contact-input.ts';
import { nameOfStatus } from '../contacts/core/statuses.ts';
import { lockContactsByAddress } from '../contacts/lock-contacts.ts';
import { loadKnown, resolveContactInput } from '../contacts/resolve.ts';
import { saveContacts } from '../contacts/save.ts';
import type { ContactSave, TermMap } from '../contacts/state.ts';
import { columnNames } from '../core/contact-columns.ts';
import type { Trx } from '../core/tables.ts';
import { prefixedSlug } from '../fields/core/keys.ts';
import { type FieldRow, showFieldValue } from '../fields/core/values.ts';
import { TermType } from '../terms/core/queries.ts';
import type { Values } from './contact-version.ts';
import { renameFields } from './make-fields.ts';

/** A contact's complete state as an input. Fields that the import would create have the key `new:name:type`. */
export type Remembered = ContactInput;

export const toText = (remembered: Remembered): string => JSON.stringify(remembered);
export const fromText = (text: string): Remembered => JSON.parse(text) as Remembered;

type Known = { terms: TermMap; fields: readonly FieldRow[]; created: ReadonlyMap<string, string> };

export function remember({ after }: ContactSave, values: Values, { terms, fields, created }: Known): Remembered {
  const { status, ...columns } = Object.fromEntries(columnNames.map((name) => [name, after.row[name]]));
  const targets = new Map([...created].map(([target, key]) => [key, target]));
  const namesOf = (type: TermType) =>
    [...after.terms].flatMap((id) => (terms.get(id)?.type === type ? (terms.get(id)?.name ?? []) : []));
  return {
    columns: { ...columns, email_key: after.row.email_key },
    status: nameOfStatus(Number(status)),
    tagNames: namesOf(TermType.tag),
    listNames: namesOf(TermType.list),
    fields: Object.fromEntries(
      fields.flatMap(({ id, slug, type }) => {
        const stored = values.get(id);
        const value = stored && showFieldValue(type, stored);
        const key = prefixedSlug(slug);
        return value === undefined ? [] : [[targets.get(key) ?? key, value]];
      }),
    ),
  };
}

/** Writes the remembered state to the contacts. The dry run rolls this back at its end. */
export async function restoreRemembered(
  trx: Trx,
  remembered: readonly Remembered[],
  created: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  if (remembered.length === 0) return;
  const inputs = remembered.map((input) => ({ ...input, fields: renameFields(input.fields ?? {}, created) }));
  const states = await lockContactsByAddress(
    trx,
    inputs.map(({ columns }) => columns.email_key as string),
  );
  const known = await loadKnown(trx, inputs, [...states.values()], now);
  const saves = inputs.map(
    (input) => resolveContactInput(input, states.get(input.columns.email_key as string), known, now).save,
  );
  await saveContacts(trx, saves, known.terms, { emit: () => {}, now });
}
