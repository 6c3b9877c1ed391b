/**
 * Adds a contact from outside data, or completes a known one. Never removes a tag, a list or a value, and replaces only
 * the values that the caller names.
 */
import { duplicateKey } from '../../../../../shared/db/db.ts';
import { ApiError } from '../../../../../shared/errors.ts';
import type { CompletedContact, ContactInput as GivenContact } from '../../../../host/contacts.ts';
import { compileArgs } from '../../../../host/core/args.ts';
import type { Confirmations, Context } from '../../context/context.ts';
import { leastPoints, mostPoints } from '../../core/contact-columns.ts';
import { presentSecond } from '../../core/dates.ts';
import type { Emit } from '../../core/events.ts';
import type { Trx } from '../../core/tables.ts';
import { keyOfEmail } from '../../core/text.ts';
import { isNoValue, type StoredValue, showFieldValue } from '../../fields/core/values.ts';
import { lockStoredValues } from '../../fields/value-queries.ts';
import { replaceMerged } from '../../terms/core/queries.ts';
import { type ContactInput, newAddresses, readContactInput } from '../contact-input.ts';
import type { ContactRow } from '../core/queries.ts';
import { parseEmail } from '../emails.ts';
import { fillInput, fillValues, groupValues } from '../fill-empty.ts';
import { lockContactsByAddress } from '../lock-contacts.ts';
import { type Ignored, type Known, loadKnown, resolveContactInput } from '../resolve.ts';
import { saveContacts } from '../save.ts';
import { ContactChange } from '../schema.ts';
import type { ContactSave, ContactState } from '../state.ts';

export type CompletionSource = Pick<Context, 'erasedAddresses'> & {
  /** Double opt-in for new contacts. */
  confirmation?: Awaited<ReturnType<Confirmations['prepare']>>;
};

type Options = { overwrite: readonly string[]; emit: Emit };

const clean = compileArgs(ContactChange, { forgiving: true });

export async function completeContact(
  source: CompletionSource,
  trx: Trx,
  given: GivenContact,
  { overwrite, emit }: Options,
): Promise<CompletedContact> {
  const { input, ...read } = readGiven(given);
  const current = { ...read, input: await followMerges(trx, input) };
  let isChanged = false;
  const save = async () => {
    const before = (await lockContactsByAddress(trx, [read.emailKey])).get(read.emailKey);
    const noted: Emit = (event) => {
      isChanged = true;
      emit(event);
    };
    return { before, ...(await saveGiven(trx, current, before, { overwrite, emit: noted })) };
  };
  const { before, row, ignored } = await save().catch((error) => {
    // Another transaction has just added the contact.
    if (duplicateKey(error) !== 'contacts_email') throw error;
    return save();
  });
  if (!before) await welcome(source, trx, input, row);
  const result = before ? (isChanged ? 'changed' : 'unchanged') : 'created';
  return { id: row.id, result, ignored: [...read.ignored, ...namesOf(ignored)] };
}

/** Replaces merged tags and lists, because a plugin may have stored the input before the merge. */
export const followMerges = async (trx: Trx, { tags, lists, ...input }: ContactInput): Promise<ContactInput> => ({
  ...input,
  ...(tags && { tags: await replaceMerged(trx, tags) }),
  ...(lists && { lists: await replaceMerged(trx, lists) }),
});

async function welcome(
  { erasedAddresses, confirmation }: CompletionSource,
  trx: Trx,
  input: ContactInput,
  row: ContactRow,
) {
  await erasedAddresses.refuse(trx, newAddresses(input, undefined));
  if (confirmation?.enabled) await confirmation.request(trx, row, new Date());
}

type Given = { input: ContactInput; emailKey: string; addPoints: number; ignored: string[] };

/** Reads each column separately, so that an invalid one does not affect the others. @throws email_invalid */
function readGiven({ email, add_points, tags, lists, fields, ...columns }: GivenContact): Given {
  const address = parseEmail(String(email ?? ''));
  const ignored: string[] = [];
  const read = Object.entries(columns).map(([name, value]) => {
    if (value === null) return {};
    try {
      return readContactInput(clean({ [name]: value })).columns;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      ignored.push(name);
      return {};
    }
  });
  const emailKey = keyOfEmail(address);
  const others = readContactInput(clean({ tags, lists, fields }));
  const input = { ...others, columns: { ...Object.assign({}, ...read), email: address, email_key: emailKey } };
  return { input, emailKey, addPoints: Number(add_points ?? 0), ignored };
}

async function saveGiven(
  trx: Trx,
  { input: given, addPoints }: Given,
  before: ContactState | undefined,
  { overwrite, emit }: Options,
): Promise<{ row: ContactRow; ignored: Ignored }> {
  const now = presentSecond();
  const input = before ? completing(given, before.row, overwrite) : given;
  const known = await loadKnown(trx, [input], [before]);
  const { save, ignored } = resolveContactInput(input, before, known, now);
  const values = before ? await completingValues(trx, before, save.values, { overwrite, known }) : save.values;
  const { row, terms } = save.after;
  const points = Math.min(mostPoints, Math.max(leastPoints, row.points + addPoints));
  const [saved] = await saveContacts(
    trx,
    [{ ...save, after: { row: { ...row, points }, terms }, values }],
    known.terms,
    { emit, now },
  );
  return { row: saved as ContactRow, ignored };
}

/**
 * Keeps only input for empty columns and for the columns in `overwrite`. The lead type and the default source are not
 * empty.
 */
function completing(given: ContactInput, row: ContactRow, overwrite: readonly string[]): ContactInput {
  const input = fillInput(given, row);
  const replaced = Object.entries(given.columns).filter(([name]) => name !== 'email' && overwrite.includes(name));
  return { ...input, columns: { ...input.columns, ...Object.fromEntries(replaced) } };
}

/** Limits field values to empty and overwritten fields, and to values that differ from the stored ones. */
async function completingValues(
  trx: Trx,
  { row }: ContactState,
  values: ContactSave['values'],
  { overwrite, known }: { overwrite: readonly string[]; known: Known },
): Promise<ContactSave['values']> {
  const given = values.filter((value) => !isNoValue(value));
  if (given.length === 0) return given;
  const stored = groupValues(await lockStoredValues(trx, [row.id])).get(row.id);
  const replaced = new Map(
    overwrite.flatMap((key) => {
      const field = known.field(key);
      return field ? [[field.id, field] as const] : [];
    }),
  );
  const isOther = ({ field_id, ...value }: ContactSave['values'][number]) => {
    const field = replaced.get(field_id);
    const shown = (one: StoredValue | undefined) => field && one && JSON.stringify(showFieldValue(field.type, one));
    return field !== undefined && shown(value) !== shown(stored?.get(field_id));
  };
  const filled = fillValues(given, stored);
  return given.filter((value) => filled.includes(value) || isOther(value));
}

const namesOf = ({ tags, lists, fields }: Ignored): string[] => [
  ...tags.map((id) => `tag ${id}`),
  ...lists.map((id) => `list ${id}`),
  ...fields.map((key) => `field ${key}`),
];
