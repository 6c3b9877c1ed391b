/**
 * Creation and changes of up to 500 contacts by email address, one transaction per chunk. A fault in one item does not
 * affect the others.
 */
import { duplicateKey } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { compileArgs } from '../../../host/core/args.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { AddressErased } from '../core/erased-addresses.ts';
import { confirmationsOff, emailTaken, renderError } from '../core/errors.ts';
import { ChangeRefused, changeIfAllowed, type Emit } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { hasFieldPrefix } from '../fields/core/keys.ts';
import { lockStoredValues } from '../fields/value-queries.ts';
import type { BatchResult } from './answers.ts';
import { type ContactInput, newAddresses, readContactInput } from './contact-input.ts';
import type { ContactRow } from './core/queries.ts';
import { nameOfStatus, parseStatus } from './core/statuses.ts';
import { fillInput, fillValues, groupValues } from './fill-empty.ts';
import { lockContactsByAddress } from './lock-contacts.ts';
import { loadKnown, resolveContactInput } from './resolve.ts';
import { saveContacts } from './save.ts';
import { BatchItem, type BatchOptions, type OnTaken } from './schema.ts';
import type { ContactState } from './state.ts';

type Item = { index: number; contactInput: ContactInput; emailKey: string; sendsConfirmation: boolean };
type Confirmation = Awaited<ReturnType<Context['confirmations']['prepare']>>;
/** The parts that all chunks of a batch share. `createMissing`: missing tags and lists are created. */
type Run = { context: Context; confirmation: Confirmation; createMissing: boolean | undefined; onTaken: OnTaken };
type ItemOptions = Omit<BatchOptions, 'create_missing' | 'on_taken'>;

const chunkSize = 100;
/** Maximum number of attempts to write a chunk when another client creates one of its contacts at the same time. */
const tries = 5;
const clean = compileArgs(BatchItem, { forgiving: true });

/** A function that runs at the end of the last transaction, with all results in any order. */
type Finish = (trx: Trx, results: BatchResult[]) => Promise<void>;

/** Returns a result per item, in any order. */
export async function upsertContacts(
  context: Context,
  by: Caller | undefined,
  given: unknown[],
  {
    batchOptions: { create_missing: createMissing, on_taken: onTaken = 'change', ...options },
    finish,
  }: { batchOptions: BatchOptions; finish?: Finish },
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  const confirmation = await context.confirmations.prepare();
  const items = given.flatMap((raw, index) => {
    try {
      return [readItem(raw, index, options, confirmation)];
    } catch (error) {
      results.push(failed(index, error));
      return [];
    }
  });
  const run = { context, confirmation, createMissing, onTaken };
  const chunks = chunksOf(items);
  for (const chunk of chunks) {
    const last = chunk === chunks.at(-1) ? finishAfter(results, finish) : undefined;
    results.push(...(await saveChunk(run, by, chunk, last)));
  }
  return results;
}

/** Wraps `finish` so that it also gets earlier results. */
const finishAfter = (before: BatchResult[], finish: Finish | undefined): Finish | undefined =>
  finish && ((trx, results) => finish(trx, [...before, ...results]));

/** Reads an item in the format of `contact/add` or of an export. */
function readItem(raw: unknown, index: number, options: ItemOptions, { enabled }: Confirmation): Item {
  const object = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};
  const { status = object.status_name, ...others } = object;
  const { resubscribe, send_confirmation, ...contact } = clean({ ...options, ...others, status }) as BatchItem;
  if (send_confirmation && !enabled) throw confirmationsOff();
  const prefixed = Object.entries(object).filter(([name]) => hasFieldPrefix(name));
  const fields = { ...contact.fields, ...Object.fromEntries(prefixed) };
  const contactInput = {
    ...readContactInput({ ...contact, ...(Object.keys(fields).length > 0 ? { fields } : {}) }),
    keepsOptOut: !resubscribe,
  };
  return {
    index,
    contactInput,
    emailKey: contactInput.columns.email_key as string,
    sendsConfirmation: send_confirmation ?? false,
  };
}

/**
 * Splits items into chunks without repeated email addresses, so that a later item finds the contact of an earlier one.
 */
function chunksOf(items: Item[]): Item[][] {
  const chunks: Item[][] = [];
  let seen = new Set<string>();
  for (const item of items) {
    if (chunks.length === 0 || seen.size >= chunkSize || seen.has(item.emailKey)) {
      chunks.push([]);
      seen = new Set();
    }
    seen.add(item.emailKey);
    chunks.at(-1)?.push(item);
  }
  return chunks;
}

async function saveChunk(run: Run, by: Caller | undefined, items: Item[], finish?: Finish): Promise<BatchResult[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await changeIfAllowed(run.context, by, async (trx, emit) => {
        const results = await upsertChunk(run, trx, items, emit);
        await finish?.(trx, results);
        return results;
      });
    } catch (error) {
      if (error instanceof AddressErased) {
        const [refused, others] = split(items, ({ emailKey }) => error.emailKeys.has(emailKey));
        const results = refused.map(({ index }) => failed(index, error));
        if (others.length === 0) return results;
        return [...results, ...(await saveChunk(run, by, others, finishAfter(results, finish)))];
      }
      if (error instanceof ChangeRefused) {
        const [only, ...others] = items;
        if (only && others.length === 0) return [failed(only.index, error)];
        const half = Math.ceil(items.length / 2);
        const first = await saveChunk(run, by, items.slice(0, half));
        return [...first, ...(await saveChunk(run, by, items.slice(half), finishAfter(first, finish)))];
      }
      if (duplicateKey(error) !== 'contacts_email') throw error;
      if (attempt === tries) return items.map(({ index }) => failed(index, emailTaken()));
    }
  }
}

async function upsertChunk(run: Run, trx: Trx, items: Item[], emit: Emit): Promise<BatchResult[]> {
  const { context, createMissing, onTaken } = run;
  const now = presentSecond();
  const states = await lockContactsByAddress(
    trx,
    items.map(({ emailKey }) => emailKey),
  );
  const isSkipped = ({ emailKey }: Item) => onTaken === 'skip' && states.has(emailKey);
  const [skipped, written] = split(items, isSkipped);
  const known = await loadKnown(
    trx,
    written.map(({ contactInput }) => contactInput),
    [...states.values()],
    createMissing ? now : undefined,
  );
  const stored = onTaken === 'fill' ? await listStoredValues(trx, written, states) : undefined;
  const results = skipped.map((item) => skippedResult(item, states));
  const resolved = written.flatMap((item) => {
    const before = states.get(item.emailKey);
    const input = before && stored ? fillInput(item.contactInput, before.row) : item.contactInput;
    try {
      const { save, ignored } = resolveContactInput(input, before, known, now);
      const values = before && stored ? fillValues(save.values, stored.get(before.row.id)) : save.values;
      return [{ item, ignored, save: { ...save, values } }];
    } catch (error) {
      results.push(failed(item.index, error));
      return [];
    }
  });
  const rows = await saveContacts(
    trx,
    resolved.map(({ save }) => save),
    known.terms,
    { emit, now },
  );
  await context.erasedAddresses.refuse(
    trx,
    resolved.flatMap(({ item, save }) => newAddresses(item.contactInput, save.before)),
  );
  for (const [place, { item, save, ignored }] of resolved.entries()) {
    const row = rows[place] as ContactRow;
    const confirmation = item.sendsConfirmation
      ? { confirmation: await run.confirmation.request(trx, row, new Date()) }
      : {};
    const created = save.before === undefined;
    const done = { index: item.index, ok: true as const, id: String(row.id), email: row.email, created, ignored };
    results.push({ ...done, ...keptStatus(item.contactInput, row), ...confirmation });
  }
  return results;
}

function skippedResult({ index, emailKey }: Item, states: Map<string, ContactState>): BatchResult {
  const { id, email } = (states.get(emailKey) as ContactState).row;
  const ignored = { tags: [], lists: [], fields: [] };
  return { index, ok: true, id: String(id), email, created: false, skipped: true, ignored };
}

/** Lists the stored values of existing contacts whose items have fields, keyed by contact. */
async function listStoredValues(trx: Trx, items: Item[], states: Map<string, ContactState>) {
  const withFields = items.filter(({ contactInput }) => contactInput.fields !== undefined);
  const ids = withFields.flatMap(({ emailKey }) => states.get(emailKey)?.row.id ?? []);
  return groupValues(ids.length > 0 ? await lockStoredValues(trx, ids) : []);
}

const keptStatus = ({ status: given }: ContactInput, { status }: ContactRow) =>
  given === undefined || parseStatus(given, status) === status ? {} : { status_kept: nameOfStatus(status) };

function split<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** Converts an error to the item's result. @throws the error if the item did not cause it */
function failed(index: number, error: unknown): BatchResult {
  const rendered = error instanceof ApiError ? renderError(error) : undefined;
  if (!rendered) throw error;
  return { index, ok: false, status: rendered.status, error: rendered.body as { code: string; message: string } };
}
