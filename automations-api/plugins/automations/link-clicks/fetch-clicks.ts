/**
 * The receiver of clicks from the link service. The transaction that records a click's event also takes the click.
 * Each click is therefore taken exactly once, even if a process is killed. A click waits until the other clicks of
 * its burst have had time to arrive. Clicks of deleted contacts are discarded.
 */
import { elementOf, lastOf, valueIn } from '../../../../shared/elements.ts';
import { type ContactRow, lockContactsById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { changeContacts, type Emit, system } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { listMerged } from '../merges/core/queries.ts';
import { type BurstRule, type Doubt, findBursts, type Visit } from './core/bursts.ts';
import { listVisits } from './core/queries.ts';
import { listDueContacts, listWaitingClicks, takeWaitingClicks, type WaitingClick } from './links-queries.ts';
import { type CheckedClick, saveClicks } from './save-clicks.ts';

const dueAtOnce = 500;
/** The maximum number of waiting clicks that are read at once. */
const readAtOnce = 5_000;

type Taking = Pick<Context, 'db' | 'hooks' | 'recorders' | 'config' | 'mails'>;

/** Receives due clicks. Returns whether there may be more. */
export async function takeSome(context: Taking, siteId: number, now: Date): Promise<boolean> {
  const { db, config, mails } = context;
  const storedUntil = new Date(now.getTime() - config.contactClicks.waitSeconds * 1_000);
  const due = await listDueContacts(db, config, siteId, { storedUntil, limit: dueAtOnce });
  if (due.length === 0) return false;
  const waiting = await listWaitingClicks(db, config, siteId, { contactIds: [...new Set(due)], limit: readAtOnce });
  const ready = waiting.filter(({ stored_at }) => stored_at <= storedUntil);
  if (ready.length > 0) {
    await changeContacts(context, system, (trx, emit) => takeIn(trx, { config, mails, waiting, ready }, emit));
  }
  return ready.length > 0;
}

/** The clicks to take (`ready`) and all waiting ones, to detect bursts. */
type Clicks = Pick<Taking, 'config' | 'mails'> & { waiting: WaitingClick[]; ready: WaitingClick[] };

async function takeIn(trx: Trx, { config, mails, waiting, ready }: Clicks, emit: Emit): Promise<void> {
  const taken = await takeWaitingClicks(
    trx,
    config,
    ready.map(({ id }) => id),
  );
  const owners = await lockOwners(trx, [...new Set(ready.map(({ contact_id }) => contact_id))]);
  const ownedBy = (clicks: WaitingClick[]) =>
    clicks.flatMap((click) => {
      const owner = owners.get(click.contact_id);
      return owner ? [{ ...click, contact_id: owner.id }] : [];
    });
  const own = ownedBy(ready.filter(({ id }) => taken.has(id))).sort(
    (x, y) => x.clicked_at.getTime() - y.clicked_at.getTime(),
  );
  if (own.length === 0) return;
  const doubts = await findDoubts(trx, config, ownedBy(waiting), own);
  const checked = own.map((click): CheckedClick => ({ click, doubt: doubts.get(click.id) ?? null }));
  await saveClicks(trx, checked);
  const emails = new Map([...owners.values()].map(({ id, email }) => [id, email]));
  const confirmed = checked.flatMap(({ click, doubt }) => (doubt === null ? [click] : []));
  for (const click of confirmed) emit(toEvent(click, valueIn(emails, click.contact_id)));
  // The outcomes are recorded in the order of the emails' ids, so that two processes cannot deadlock.
  const clicked = new Map(confirmed.flatMap(({ mail_id: id, contact_id }) => (id === null ? [] : [[id, contact_id]])));
  for (const [mailId, contactId] of [...clicked].sort(([a], [b]) => a - b)) {
    await mails.recordOutcome(trx, { outcome: 'clicked', contactId, mailId });
  }
}

/** Locks the contacts of clicks, by the contact id in their tokens. After a merge it is the kept contact. */
async function lockOwners(trx: Trx, ids: number[]): Promise<Map<number, ContactRow>> {
  const owners = new Map((await lockContactsById(trx, ids)).map((row) => [row.id, row]));
  const merged = await listMerged(
    trx,
    ids.filter((id) => !owners.has(id)),
  );
  const intoIds = [...new Set(merged.map(({ into_id }) => into_id))];
  const others = new Map((await lockContactsById(trx, intoIds)).map((row) => [row.id, row]));
  for (const { contact_id, into_id } of merged) {
    const owner = others.get(into_id);
    if (owner) owners.set(contact_id, owner);
  }
  return owners;
}

const toEvent = (click: WaitingClick, email: string) => ({
  name: 'link.clicked' as const,
  contactId: click.contact_id,
  data: {
    contact_id: click.contact_id,
    email,
    link: { id: click.link_id, url: click.short_url, tags: JSON.parse(click.tags) as string[] },
    at: click.clicked_at.toISOString(),
  },
});

type Candidate = Visit & { contactId: number; id?: number };

/** Finds doubtful clicks. Returns the reasons, keyed by click id. */
async function findDoubts(trx: Trx, config: Taking['config'], waiting: WaitingClick[], own: WaitingClick[]) {
  const { burstLinks: links, burstSeconds } = config.contactClicks;
  const rule: BurstRule = { links, withinMs: burstSeconds * 1_000 };
  const clicks = [...(await listEarlier(trx, own, rule.withinMs)), ...waiting.map(toCandidate)].sort(
    (a, b) => a.at - b.at,
  );
  const byContact = new Map<number, Candidate[]>(own.map(({ contact_id }) => [contact_id, []]));
  for (const click of clicks) byContact.get(click.contactId)?.push(click);
  const doubts = new Map<number, Doubt>();
  for (const ofContact of byContact.values()) {
    const bursts = findBursts(ofContact, rule);
    for (const click of ofContact) {
      const doubt = click.doubt ?? (bursts.has(click) ? 'burst' : null);
      if (click.id !== undefined && doubt !== null) doubts.set(click.id, doubt);
    }
  }
  return doubts;
}

/** Lists earlier received clicks that can belong to the same bursts. */
function listEarlier(trx: Trx, own: WaitingClick[], withinMs: number): Promise<Candidate[]> {
  const times = own.map(({ clicked_at }) => clicked_at.getTime()).sort((a, b) => a - b);
  const [from, to] = [elementOf(times, 0) - withinMs, lastOf(times) + withinMs];
  const contactIds = [...new Set(own.map(({ contact_id }) => contact_id))];
  return listVisits(trx, contactIds, new Date(from), new Date(to));
}

const toCandidate = ({ id, contact_id, link_id, clicked_at, machine }: WaitingClick): Candidate => ({
  id,
  contactId: contact_id,
  linkId: link_id,
  at: clicked_at.getTime(),
  doubt: machine,
});
