/** The demo's workspace, like a team's after a few months: links, clicks, members, keys, domains and webhooks. */
import { inTransaction } from '../../shared/db/db.ts';
import type { Call } from '../../shared/demo/call.ts';
import { tokenKeyOf } from '../../shared/link-clicks/site-key.ts';
import { makeToken } from '../../shared/link-clicks/token.ts';
import { operator } from '../../shared/people/actor.ts';
import { insertUser } from '../../shared/people/user-queries.ts';
import type { Context } from '../api/context.ts';
import { PartsBuilder } from '../clicks/bytes/part.ts';
import type { RecordedClick } from '../clicks/bytes/record.ts';
import { recordClicks } from '../clicks/record-clicks.ts';
import { changeOwner, listShards } from '../clicks/shard-queries.ts';
import { dayMs } from '../clicks/time.ts';
import { createVisitors } from '../clicks/visitors.ts';
import { trustDomain } from '../domains/check-domain.ts';
import { findDomainByHostname } from '../domains/queries.ts';
import { listSites } from '../link-clicks/queries.ts';
import { openHandOver, openSiteSecrets } from '../link-clicks/select-clicks.ts';
import { insertMember } from '../members/queries.ts';
import { addUnknownPaths } from '../stats/unknown-queries.ts';
import { exampleClicks } from './clicks.ts';
import { addImport } from './import.ts';
import { archivedSlugs, exampleLinks, ownDomain, unknownPaths } from './links.ts';
import { listSlugs, updateAge, updateDeliveries, updateKeyUse, updateWorkspaceAge } from './queries.ts';
import { toBytes } from './recorded-clicks.ts';

const linksAtOnce = 30;
const ageDays = 100;
/**
 * Ids of the contacts that click on short links. They are among the last contacts that contact automation's demo
 * adds.
 */
const clickingContacts = { from: 541, to: 600 };
const visitorBytes = 1 << 24;

/** Fills the workspace, within seconds on an empty database. `call` sends requests as an admin of the workspace. */
export async function addExample(context: Context, call: Call, workspaceId: number): Promise<void> {
  const now = new Date();
  await updateWorkspaceAge(context.db, workspaceId, new Date(now.getTime() - ageDays * dayMs));
  await addDomains(context, call, now);
  const links = await addLinks(context, call, workspaceId, now);
  await addImport(context, call, workspaceId);
  await addMembers(context, call, workspaceId, now);
  await addKeysAndWebhooks(context, call, now);
  await record(context, exampleClicks(links, now.getTime(), await contactTokens(context)), now);
}

async function addDomains({ db, announceChanges }: Context, call: Call, now: Date): Promise<void> {
  for (const hostname of [ownDomain, 'short.example.net']) await call('POST', '/domains', { hostname });
  const domain = await findDomainByHostname(db, ownDomain);
  if (!domain) throw new Error(`the domain ${ownDomain} does not exist`);
  await inTransaction(db, (trx) => trustDomain(trx, domain.id, operator, now));
  announceChanges();
  await call('PATCH', `/domains/${domain.publicId}`, { brand: { name: 'Example', color: '#0a7d4f' } });
  for (let age = 0; age < 3; age++) {
    const at = new Date(now.getTime() - age * dayMs);
    const ofDay = unknownPaths.map((path) => ({ ...path, domainId: domain.id, lastAt: at.getTime() }));
    await addUnknownPaths(db, ofDay, at);
  }
}

/** Creates the links, with creation dates spread over a hundred days. */
async function addLinks({ db }: Context, call: Call, workspaceId: number, now: Date) {
  const examples = exampleLinks(now);
  for (let from = 0; from < examples.length; from += linksAtOnce) {
    const links = examples.slice(from, from + linksAtOnce);
    const { results } = await call<{ results: { ok: boolean }[] }>('POST', '/links/bulk', { links });
    const failed = results.filter(({ ok }) => !ok);
    if (failed.length > 0) throw new Error(`example links: ${JSON.stringify(failed)}`);
  }
  const links = await listSlugs(db, workspaceId);
  const dated = links.map(({ id, slug }, place) => {
    const age = Math.floor(((place * 37 + 43) % links.length) * 1.6 * dayMs + 3_600_000);
    return { id, slug, createdAt: now.getTime() - age };
  });
  for (const { id, slug, createdAt } of dated)
    await updateAge(db, id, new Date(createdAt), archivedSlugs.includes(slug));
  await call('PUT', '/utm-templates/Newsletter', { utm: { source: 'newsletter', medium: 'email' } });
  return dated;
}

async function addMembers({ db }: Context, call: Call, workspaceId: number, now: Date): Promise<void> {
  const people = [
    { email: 'grace@example.com', name: 'Grace Hopper', role: 'member' },
    { email: 'alan@example.com', name: 'Alan Turing', role: 'viewer' },
  ] as const;
  await inTransaction(db, async (trx) => {
    for (const { role, ...person } of people) {
      const { id } = await insertUser(trx, { ...person, passwordHash: null, verified: true }, now);
      await insertMember(trx, { workspaceId, userId: id, role }, now);
    }
  });
  await call('POST', '/members/invite', { email: 'emmy@example.com', role: 'viewer' });
}

async function addKeysAndWebhooks({ db }: Context, call: Call, now: Date): Promise<void> {
  for (const name of ['Website', 'Newsletter tool', 'Reports']) await call('POST', '/keys', { name });
  await updateKeyUse(db, 'Website', new Date(now.getTime() - 5 * 60_000));
  const events = ['link.created', 'link.updated', 'link.deleted'];
  const { id } = await call<{ id: string }>('POST', '/webhooks', { url: 'https://hooks.example.com/waypost', events });
  await call('POST', '/webhooks', {
    url: 'https://chat.example.com/in/links',
    events: ['link.banned'],
    active: false,
  });
  for (let n = 0; n < 3; n++) await call('POST', `/webhooks/${id}/test`, {});
  await updateDeliveries(db, now);
}

/** Returns contacts' tokens, or none if no site is connected. */
async function contactTokens({ config, db }: Context): Promise<string[]> {
  const [site] = await listSites(db);
  const secret = site && (await openSiteSecrets(config)).open(site.secret);
  if (secret === undefined) return [];
  const ids = Array.from(
    { length: clickingContacts.to - clickingContacts.from + 1 },
    (_, n) => clickingContacts.from + n,
  );
  return ids.map((id) => makeToken(tokenKeyOf(secret), id));
}

/** Stores clicks like a worker that owns all shards. The next worker takes over the shards. */
async function record(context: Context, clicks: RecordedClick[], now: Date): Promise<void> {
  const { db, log } = context;
  for (const shard of await listShards(db)) await changeOwner(db, shard, null);
  const claims = new Map((await listShards(db)).map(({ shard, claim }) => [shard, claim]));
  const parts = new PartsBuilder();
  parts.add(toBytes(clicks));
  const visitors = createVisitors(db, log, visitorBytes);
  const handOver = await openHandOver(context);
  await recordClicks({ db, log, visitors, handOver }, claims, parts.finish('example', now.getTime()), now);
}
