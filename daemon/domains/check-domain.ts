/**
 * Checks of a domain: its DNS records, then its certificate. The resulting state is written in one transaction. A
 * check ends within seconds even if the queried servers never answer.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../shared/config/config.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { openLookups } from '../../shared/net/lookups.ts';
import { checkCertificate } from '../../shared/net/served-certificate.ts';
import { type Actor, system } from '../../shared/people/actor.ts';
import { getUser } from '../../shared/people/user-queries.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordDomainChange } from '../change-feed/changes.ts';
import { getInstallation } from '../change-feed/feed.ts';
import type { Db, Trx } from '../core/tables.ts';
import { insertMail } from '../mail/queries.ts';
import { notifyWebhooks } from '../webhooks/outbox.ts';
import { getOwner } from '../workspaces/queries.ts';
import { checkDns, type DnsFindings } from './check-dns.ts';
import { toDomain } from './domain.ts';
import { defaultHost } from './hostname.ts';
import { claimCheck, type DomainRow, findDomainById, lockDomain, updateChecked } from './queries.ts';
import { proofToken, recordLine } from './records.ts';
import { type DomainState, type Findings, nextCheckAt, nextState } from './states.ts';

export type CheckParts = {
  config: Config;
  db: Db;
  /** A certificate authority to trust in addition to Node's. */
  ca?: string;
};

const dnsWithinMs = 3_000;
const checkWithinMs = 5_000;

/** Checks a domain. Resolves to the domain after the check, or `undefined` if it was removed in the meantime. */
export async function checkDomain(
  parts: CheckParts,
  domain: DomainRow,
  actor: Actor,
  now: Date,
): Promise<DomainRow | undefined> {
  const { config, db } = parts;
  const startedAt = Date.now();
  const token = proofToken(await getInstallation(db), domain.workspacePublicId, domain.hostname);
  const dns = await checkDns(
    openLookups(config.dnsResolvers, dnsWithinMs),
    { hostname: domain.hostname, token, before: domain.records },
    { host: defaultHost(config), configured: config.domainAddresses },
  );
  const certificate = await findCertificate(parts, domain, dns, startedAt + checkWithinMs - Date.now());
  return inTransaction(db, (trx) =>
    save(trx, domain.id, { dns: dns.outcome, certificate }, { records: dns.records, actor, now }),
  );
}

/** Time after which a check is repeated if Waypost itself failed to perform it. */
const retryMs = 5 * 60_000;

/** Checks a due domain, unless another worker is checking it. Resolves to whether its status changed. */
export async function checkDueDomain(parts: CheckParts, id: number, now: Date): Promise<boolean> {
  if (!(await claimCheck(parts.db, id, new Date(now.getTime() + retryMs), now))) return false;
  const before = await findDomainById(parts.db, id);
  const after = before && (await checkDomain(parts, before, system, now));
  return after !== undefined && after.status !== before?.status;
}

/** Records for the owner why a domain could not be checked, and schedules the next check as usual. */
export const recordFailedCheck = (db: Db, id: number, reason: string, now: Date) =>
  inTransaction(db, async (trx) => {
    const before = await lockDomain(trx, id);
    if (!before) return;
    const { certificateStatus, certificateExpiresAt, records } = before;
    const certificate = {
      certificateStatus: certificateStatus === 'active' ? certificateStatus : ('failed' as const),
      certificateExpiresAt,
      certificateError: reason,
    };
    await save(trx, id, { dns: 'unknown', certificate }, { records, actor: system, now });
  });

/** Checks the served certificate, except for certificates that Waypost obtains itself. */
async function findCertificate({ config, ca }: CheckParts, domain: DomainRow, dns: DnsFindings, withinMs: number) {
  if (config.acmeDirectory !== '' || !(dns.pointsHere || domain.trusted)) return undefined;
  return checkCertificate(domain.hostname, dns.addresses, {
    port: config.certificateCheckPort,
    allowPrivate: config.allowPrivateDestinations,
    withinMs,
    caFile: config.acmeCaFile,
    ...(ca === undefined ? {} : { ca }),
  });
}

async function save(
  trx: Trx,
  id: number,
  findings: Findings,
  { records, actor, now }: { records: DomainRow['records']; actor: Actor; now: Date },
): Promise<DomainRow | undefined> {
  const before = await lockDomain(trx, id);
  if (!before) return undefined;
  const state = nextState(before, findings, now);
  const isChange = !isDeepStrictEqual({ ...before, ...state, records }, before);
  await updateChecked(
    trx,
    id,
    { state, records, nextCheckAt: nextCheckAt(state, before.createdAt, now) },
    { isChange, now },
  );
  if (state.status !== before.status) await applyStatus(trx, before, state.status, { records, actor, now });
  return findDomainById(trx, id);
}

/** Sends webhooks about a domain's changed status. */
const notifyOfDomain = (trx: Trx, { id, workspaceId }: DomainRow, status: DomainState['status'], now: Date) => {
  const event = status === 'misconfigured' ? 'domain.misconfigured' : 'domain.verified';
  return notifyWebhooks(trx, { workspaceId, event, now }, async () => {
    const domain = await findDomainById(trx, id);
    return domain ? [{ domain: toDomain(domain) }] : [];
  });
};

/** Applies a changed status: an audit entry, an email to the owner, webhooks, and an entry in the change feed. */
async function applyStatus(
  trx: Trx,
  domain: DomainRow,
  status: DomainState['status'],
  { records, actor, now }: { records: DomainRow['records']; actor: Actor; now: Date },
): Promise<void> {
  const { id, publicId, workspaceId, hostname } = domain;
  const action = status === 'misconfigured' ? 'domain.misconfigure' : 'domain.verify';
  await recordAudit(trx, [{ workspaceId, actor, action, objectId: publicId, details: { hostname } }], now);
  if (status === 'misconfigured') {
    const { userId } = await getOwner(trx, workspaceId);
    const { email } = await getUser(trx, userId);
    await insertMail(trx, email, { kind: 'domain-misconfigured', hostname, records: records.map(recordLine) }, { now });
  }
  await notifyOfDomain(trx, domain, status, now);
  await recordDomainChange(trx, id);
}

/** Marks a domain as verified without a DNS lookup. Later checks do not change its status. */
export async function trustDomain(trx: Trx, id: number, actor: Actor, now: Date): Promise<DomainRow | undefined> {
  const before = await lockDomain(trx, id);
  if (!before) return undefined;
  const state: DomainState = {
    ...nextState(
      { ...before, status: 'verified', trusted: true, verifiedAt: before.verifiedAt ?? now },
      { dns: 'unknown' },
      now,
    ),
    failures: 0,
    failingSince: null,
  };
  const checked = { state, records: before.records, nextCheckAt: nextCheckAt(state, before.createdAt, now) };
  await updateChecked(trx, id, checked, { isChange: true, now });
  const { publicId, workspaceId, hostname } = before;
  const entry = { workspaceId, actor, objectId: publicId, details: { hostname } };
  await recordAudit(trx, [{ ...entry, action: 'domain.trust' }], now);
  if (before.status !== 'verified') await notifyOfDomain(trx, before, 'verified', now);
  await recordDomainChange(trx, id);
  return findDomainById(trx, id);
}
