/**
 * Connects a domain to a workspace. A name belongs to one workspace at a time. An unverified claim gives way to a
 * workspace that publishes the proof; the lookup happens outside of any transaction.
 */
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import { openLookups } from '../../shared/net/lookups.ts';
import { system } from '../../shared/people/actor.ts';
import type { Context } from '../api/context.ts';
import { conflict, invalid, quotaReached } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import { getInstallation } from '../change-feed/feed.ts';
import type { Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { findTarget, hasProof } from './check-dns.ts';
import { defaultHost, isApex, ownHosts, parseHostname } from './hostname.ts';
import {
  countDomains,
  type DomainRow,
  deleteClaim,
  findDomainByHostname,
  insertDomain,
  lockDomain,
} from './queries.ts';
import { proofRecord, proofToken, recordsToSet } from './records.ts';

const lookupsWithinMs = 3_000;
/** The records are hardly set yet, and a DNS server that is asked too early caches their absence. */
const firstCheckMs = 2 * 60_000;
/** Number of retries if the name's holder changed meanwhile. */
const tries = 3;

/** @throws `validation_failed` */
export function requireHostname({ config }: Pick<Context, 'config'>, text: string): string {
  const parsed = parseHostname(text, ownHosts(config));
  if ('fault' in parsed) throw invalid({ field: 'hostname', message: parsed.fault });
  return parsed.hostname;
}

/**
 * `finish` runs last in the transaction that connects. @throws `plan_limit_reached`; `conflict` if another workspace
 * holds the name
 */
export async function connectDomain<T>(
  { config, db }: Context,
  auth: Auth,
  hostname: string,
  finish: (trx: Trx, domain: DomainRow) => Promise<T>,
): Promise<T> {
  const lookups = openLookups(config.dnsResolvers, lookupsWithinMs);
  const token = proofToken(await getInstallation(db), auth.workspacePublicId, hostname);
  const host = defaultHost(config);
  const target = isApex(hostname) ? await findTarget(lookups, host, config.domainAddresses) : { host, addresses: [] };
  const records = recordsToSet(hostname, token, target);
  let proven: DomainRow | undefined;
  for (let attempt = 1; ; attempt++) {
    const now = new Date();
    try {
      return await inTransaction(db, async (trx) => {
        await makeRoom(trx, auth, config.plans);
        if (proven) await takeOver(trx, proven, now);
        const nextCheckAt = new Date(now.getTime() + (proven ? 0 : firstCheckMs));
        const domain = await insertDomain(trx, { workspaceId: auth.workspaceId, hostname, records, nextCheckAt }, now);
        const { workspaceId, actor } = auth;
        const entry = { workspaceId, actor, objectId: domain.publicId, details: { hostname } };
        await recordAudit(trx, [{ ...entry, action: 'domain.connect' }], now);
        return finish(trx, domain);
      });
    } catch (error) {
      if (duplicateKey(error) !== 'domains_hostname' || attempt === tries) throw error;
    }
    const holder = await findDomainByHostname(db, hostname);
    if (!holder) continue;
    await requireProof(holder);
    proven = holder;
  }

  /** @throws `conflict`, naming the record that would override an unverified claim */
  async function requireProof(holder: DomainRow): Promise<void> {
    if (holder.workspaceId === auth.workspaceId) throw held('this workspace has this domain already');
    if (holder.status !== 'pending') throw held('another workspace has this domain');
    if (await hasProof(lookups, hostname, token)) return;
    const { type, name, value } = proofRecord(hostname, token);
    throw held(
      'another workspace has claimed this domain; to take it over, create the record in the details and connect again',
      {
        records: [{ type, name, value }],
      },
    );
  }
}

const held = (message: string, details: object = {}) => conflict(message, { field: 'hostname', ...details });

/** Serialises the connections of a workspace, so that none passes the limit. */
async function makeRoom(trx: Trx, { workspaceId }: Auth, plans: Context['config']['plans']): Promise<void> {
  const { plan } = await lockWorkspace(trx, workspaceId);
  const limit = plans[plan].domains;
  if ((await countDomains(trx, workspaceId)) >= limit) throw quotaReached('custom domains', limit);
}

/** Ends an unproved claim, unless it was verified or removed meanwhile: then the name's new state decides. */
async function takeOver(trx: Trx, { id }: DomainRow, now: Date): Promise<void> {
  const claim = await lockDomain(trx, id);
  if (claim?.status !== 'pending') return;
  const { workspaceId, publicId, hostname } = claim;
  const entry = { workspaceId, actor: system, objectId: publicId, details: { hostname } };
  await recordAudit(trx, [{ ...entry, action: 'domain.lose' }], now);
  await deleteClaim(trx, id);
}
