/**
 * The writer of bounces that mail providers report. A repeated notice counts once. A status only gets more severe:
 * soft bounced, bounced, unsubscribed, complaint.
 */
import { createHash } from 'node:crypto';
import type { MailOutcome } from '../../../host/contacts.ts';
import type { Caller } from '../../../host/core/route.ts';
import { Status } from '../contacts/core/statuses.ts';
import { lockContactsByAddress } from '../contacts/lock-contacts.ts';
import { loadTerms } from '../contacts/resolve.ts';
import { saveContacts } from '../contacts/save.ts';
import type { ContactState } from '../contacts/state.ts';
import { presentSecond } from '../core/dates.ts';
import { changeContacts, type Emit } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { keyOfEmail } from '../core/text.ts';
import type { Mails } from '../mail/core/mails.ts';
import type { BounceKind, BounceNotice, ReadNotices } from './bounces/notice.ts';
import { countSoftBounces, insertBounces, listStoredKeys, type NewBounce, storedKey } from './bounces/queries.ts';
import type { Consent } from './consent.ts';
import { readConsentSettings } from './settings.ts';

/** Numbers of new and repeated notices, and of notices about unknown contacts. */
type Counts = { applied: number; repeated: number; unknown: number };
type Addressed = BounceNotice & { emailKey: string; key: Buffer | null };

const chunkSize = 100;

export async function saveBounces(
  consent: Consent,
  by: Caller | undefined,
  { source, notices }: ReadNotices,
): Promise<Counts> {
  const { soft_bounces: mostSoft } = await readConsentSettings(consent.options);
  const taken: Counts = { applied: 0, repeated: 0, unknown: 0 };
  const addressed = notices.map((one) => ({
    ...one,
    emailKey: keyOfEmail(one.email),
    key: keyOfNotice(source, one),
  }));
  for (let at = 0; at < addressed.length; at += chunkSize) {
    const chunk = addressed.slice(at, at + chunkSize);
    const done = await changeContacts(consent, by, (trx, emit) =>
      saveChunk(trx, emit, source, { notices: chunk, mostSoft, mails: consent.mails }),
    );
    for (const name of Object.keys(taken) as (keyof Counts)[]) taken[name] += done[name];
  }
  return taken;
}

/**
 * Returns a key derived from the provider's id. Returns null if there is no id, because the notice then counts every
 * time.
 */
const keyOfNotice = (source: string, { id, kind }: BounceNotice): Buffer | null =>
  id === undefined ? null : createHash('sha256').update(`${source}|${kind}|${id}`).digest().subarray(0, 16);

/**
 * Saves some notices. Locks the contacts before it checks for repeated notices, so that concurrent copies count once.
 */
async function saveChunk(
  trx: Trx,
  emit: Emit,
  source: string,
  { notices, mostSoft, mails }: { notices: Addressed[]; mostSoft: number; mails: Mails },
): Promise<Counts> {
  const now = presentSecond();
  const states = await lockContactsByAddress(trx, [...new Set(notices.map(({ emailKey }) => emailKey))]);
  const ids = [...states.values()].map(({ row }) => row.id);
  const keys = notices.flatMap(({ key }) => (key ? [key] : []));
  const before = await listStoredKeys(trx, ids, keys);
  const soft = await countSoftBounces(trx, ids);
  const statuses = new Map<ContactState, number>();
  const rows: NewBounce[] = [];
  const taken: Counts = { applied: 0, repeated: 0, unknown: 0 };
  const outcomes: MailOutcome[] = [];
  for (const { emailKey, kind, key, mailId } of notices) {
    const state = states.get(emailKey);
    const id = state?.row.id ?? 0;
    if (!state) taken.unknown++;
    else if (key && before.has(storedKey(id, key))) taken.repeated++;
    else {
      taken.applied++;
      if (key) before.add(storedKey(id, key));
      if (kind === 'soft') soft.set(id, (soft.get(id) ?? 0) + 1);
      rows.push({ contact_id: id, kind, source, message_key: key, counted: kind === 'soft', created_at: now });
      outcomes.push({ outcome: kind === 'complaint' ? 'unsubscribed' : 'bounced', contactId: id, mailId });
      const isReached = kind !== 'soft' || (soft.get(id) ?? 0) >= mostSoft;
      if (isReached) statuses.set(state, moreSevere(statuses.get(state) ?? state.row.status, statusOf[kind]));
    }
  }
  // Bounces are inserted before the statuses change, because a change of status restarts the count.
  await insertBounces(trx, rows);
  for (const outcome of outcomes) await mails.recordOutcome(trx, outcome);
  await saveStatuses(trx, emit, statuses, now);
  return taken;
}

async function saveStatuses(trx: Trx, emit: Emit, statuses: Map<ContactState, number>, now: Date): Promise<void> {
  const termIds = new Set([...statuses.keys()].flatMap(({ terms }) => [...terms]));
  const saves = [...statuses].map(([before, status]) => ({
    before,
    after: { row: { ...before.row, status }, terms: before.terms },
    values: [],
  }));
  await saveContacts(trx, saves, await loadTerms(trx, [], termIds), { emit, now });
}

const statusOf: Record<BounceKind, number> = {
  soft: Status.soft_bounced,
  hard: Status.bounced,
  complaint: Status.complaint,
};

const severity: number[] = [Status.soft_bounced, Status.bounced, Status.unsubscribed, Status.complaint];

const moreSevere = (a: number, b: number): number => (severity.indexOf(b) > severity.indexOf(a) ? b : a);
