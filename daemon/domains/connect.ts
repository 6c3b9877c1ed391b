/**
 * The connection of a domain to a workspace. A name belongs to one workspace at a time. A workspace that publishes
 * the proof takes over another workspace's unverified claim. The proof is looked up outside of transactions.
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
/** Delay of the first check, because a DNS server that is queried before the records exist caches their absence. */
const firstCheckMs = 2 * 60_000;
/** Maximum number of attempts if another workspace connects or loses the name at the same time. */
const attempts = 3;

/** Returns the hostname in its stored form. @throws `validation_failed` */
export function requireHostname({ config }: Pick<Context, 'config'>, text: string): string {
  const parsed = parseHostname(text, ownHosts(config));
  if ('fault' in parsed) throw invalid({ field: 'hostname', message: parsed.fault });
  return parsed.hostname;
}

/**
 * Connects a domain. `finish` runs last in the same transaction. @throws `plan_limit_reached`; `conflict` if another
 * workspace has the name
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
        await requireDomainAllowed(trx, auth, config.plans);
        if (proven) await takeOver(trx, proven, now);
        const nextCheckAt = new Date(now.getTime() + (proven ? 0 : firstCheckMs));
        const domain = await insertDomain(trx, { workspaceId: auth.workspaceId, hostname, records, nextCheckAt }, now);
        const { workspaceId, actor } = auth;
        const entry = { workspaceId, actor, objectId: domain.publicId, details: { hostname } };
        await recordAudit(trx, [{ ...entry, action: 'domain.connect' }], now);
        return finish(trx, domain);
      });
    } catch (error) {
      if (duplicateKey(error) !== 'domains_hostname' || attempt === attempts) throw error;
    }
    const holder = await findDomainByHostname(db, hostname);
    if (!holder) continue;
    await requireProof(holder);
    proven = holder;
  }

  /**
   * Requires the DNS record that lets the caller replace an unverified claim. @throws `conflict` with the record if
   * it is missing
   */
  async function requireProof(holder: DomainRow): Promise<void> {
    if (holder.workspaceId === auth.workspaceId) throw taken('This workspace already has this domain.');
    if (holder.status !== 'pending') throw taken('Another workspace has this domain.');
    if (await hasProof(lookups, hostname, token)) return;
    const { type, name, value } = proofRecord(hostname, token);
    throw taken(
      'Another workspace has claimed this domain. To take it over, create the record in the details and connect again.',
      {
        records: [{ type, name, value }],
      },
    );
  }
}

const taken = (message: string, details: object = {}) => conflict(message, { field: 'hostname', ...details });

/** Locks the workspace, so that concurrent connections cannot exceed the limit. @throws `plan_limit_reached` */
async function requireDomainAllowed(trx: Trx, { workspaceId }: Auth, plans: Context['config']['plans']): Promise<void> {
  const { plan } = await lockWorkspace(trx, workspaceId);
  const limit = plans[plan].domains;
  if ((await countDomains(trx, workspaceId)) >= limit) throw quotaReached('custom domains', limit);
}

/** Ends an unproved claim. A claim that was verified or removed in the meantime stays unchanged. */
async function takeOver(trx: Trx, { id }: DomainRow, now: Date): Promise<void> {
  const claim = await lockDomain(trx, id);
  if (claim?.status !== 'pending') return;
  const { workspaceId, publicId, hostname } = claim;
  const entry = { workspaceId, actor: system, objectId: publicId, details: { hostname } };
  await recordAudit(trx, [{ ...entry, action: 'domain.lose' }], now);
  await deleteClaim(trx, id);
}
