/**
 * Domains in MySQL. Queries for members take the workspace's id; queries for the worker and the operator take a
 * domain's id or hostname. Only the cleanup sees removed domains.
 */

import { sql } from 'kysely';
import { newId } from '../../shared/db/public-ids.ts';
import { changedRows, changesRows, listIds } from '../../shared/db/results.ts';
import { notFound } from '../api/errors.ts';
import { recordDomainChange } from '../change-feed/changes.ts';
import type { Db, DomainApps, DomainBrand, Trx } from '../core/tables.ts';
import type { DnsRecord } from './records.ts';
import type { DomainState } from './states.ts';

export type DomainRow = DomainState & {
  id: number;
  publicId: string;
  workspaceId: number;
  workspacePublicId: string;
  hostname: string;
  /** The records found by the last check. */
  records: DnsRecord[];
  lastCheckedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Whether the brand's logo is stored, the last error, and the time of the next download. */
  hasLogo: boolean;
  logoError: string | null;
  logoDueAt: Date | null;
} & DomainSettings;

/** Settings of a domain; `null` if not set. */
export type DomainSettings = {
  rootUrl: string | null;
  notFoundUrl: string | null;
  brand: DomainBrand | null;
  apps: DomainApps | null;
};

const connectedDomains = (db: Db) =>
  db
    .selectFrom('domains')
    .innerJoin('workspaces', 'workspaces.id', 'domains.workspace_id')
    .where('domains.removed_at', 'is', null)
    .select([
      'domains.id',
      'domains.public_id as publicId',
      'domains.workspace_id as workspaceId',
      'workspaces.public_id as workspacePublicId',
      'domains.hostname',
      'domains.status',
      'domains.dns_status as dnsStatus',
      'domains.dns_records as dnsRecords',
      'domains.failures',
      'domains.failing_since as failingSince',
      'domains.trusted',
      'domains.certificate_status as certificateStatus',
      'domains.certificate_expires_at as certificateExpiresAt',
      'domains.certificate_error as certificateError',
      'domains.last_checked_at as lastCheckedAt',
      'domains.verified_at as verifiedAt',
      'domains.created_at as createdAt',
      'domains.updated_at as updatedAt',
      'domains.root_url as rootUrl',
      'domains.not_found_url as notFoundUrl',
      'domains.brand',
      'domains.apps',
      'domains.logo_error as logoError',
      'domains.logo_due_at as logoDueAt',
      sql<number>`domains.logo_png IS NOT NULL`.as('hasLogo'),
    ]);

type SelectedRow = Awaited<ReturnType<ReturnType<typeof connectedDomains>['executeTakeFirstOrThrow']>>;

const toRow = ({ dnsRecords, status, brand, apps, hasLogo, ...row }: SelectedRow): DomainRow => ({
  ...row,
  hasLogo: Boolean(hasLogo),
  brand: brand === null ? null : (JSON.parse(brand) as DomainBrand),
  apps: apps === null ? null : (JSON.parse(apps) as DomainApps),
  status: status as DomainState['status'],
  records: dnsRecords === null ? [] : (JSON.parse(dnsRecords) as DnsRecord[]),
});

const toRowIfFound = (row: SelectedRow | undefined) => row && toRow(row);

/** Lists a workspace's domains, newest first. */
export const listDomains = async (db: Db, workspaceId: number): Promise<DomainRow[]> =>
  (
    await connectedDomains(db).where('domains.workspace_id', '=', workspaceId).orderBy('domains.id', 'desc').execute()
  ).map(toRow);

const findDomain = async (db: Db, workspaceId: number, publicId: string) =>
  toRowIfFound(
    await connectedDomains(db)
      .where('domains.workspace_id', '=', workspaceId)
      .where('domains.public_id', '=', publicId)
      .executeTakeFirst(),
  );

/** Returns a workspace's domain. @throws `not_found` */
export async function requireDomain(db: Db, workspaceId: number, publicId: string): Promise<DomainRow> {
  const domain = await findDomain(db, workspaceId, publicId);
  if (!domain) throw notFound('domain');
  return domain;
}

/** Finds a domain by its id, in any workspace. */
export const findDomainById = async (db: Db, id: number) =>
  toRowIfFound(await connectedDomains(db).where('domains.id', '=', id).executeTakeFirst());

/** Finds a domain by its hostname, in any workspace. */
export const findDomainByHostname = async (db: Db, hostname: string) =>
  toRowIfFound(await connectedDomains(db).where('domains.held_hostname', '=', hostname).executeTakeFirst());

/** Lists the domains of all workspaces, for the operator. */
export const listAllDomains = async (db: Db): Promise<DomainRow[]> =>
  (await connectedDomains(db).orderBy('domains.hostname').execute()).map(toRow);

/** Locks a domain until the transaction ends. */
export async function lockDomain(trx: Trx, id: number): Promise<DomainRow | undefined> {
  const row = await trx.selectFrom('domains').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row && findDomainById(trx, id);
}

export const countDomains = async (db: Db, workspaceId: number) =>
  Number(
    (
      await db
        .selectFrom('domains')
        .where('workspace_id', '=', workspaceId)
        .where('removed_at', 'is', null)
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

export type NewDomain = { workspaceId: number; hostname: string; records: DnsRecord[]; nextCheckAt: Date };

/** Inserts a domain. @throws a duplicate-key error on `domains_hostname` if a workspace has the name */
export async function insertDomain(trx: Trx, { workspaceId, hostname, records, nextCheckAt }: NewDomain, now: Date) {
  const { insertId } = await trx
    .insertInto('domains')
    .values({
      public_id: newId('dom'),
      workspace_id: workspaceId,
      hostname,
      status: 'pending',
      dns_records: JSON.stringify(records),
      next_check_at: nextCheckAt,
      created_at: now,
      updated_at: now,
    })
    .executeTakeFirstOrThrow();
  return (await findDomainById(trx, Number(insertId))) as DomainRow;
}

export type Checked = { state: DomainState; records: DnsRecord[]; nextCheckAt: Date | null };

/** Records a check. `isChange` is false if only the time of the check changed. */
export const updateChecked = (
  trx: Trx,
  id: number,
  { state, records, nextCheckAt }: Checked,
  { isChange, now }: { isChange: boolean; now: Date },
) =>
  trx
    .updateTable('domains')
    .set({
      status: state.status,
      dns_status: state.dnsStatus,
      dns_records: JSON.stringify(records),
      failures: state.failures,
      failing_since: state.failingSince,
      trusted: state.trusted,
      verified_at: state.verifiedAt,
      certificate_status: state.certificateStatus,
      certificate_expires_at: state.certificateExpiresAt,
      certificate_error: state.certificateError?.slice(0, 300) ?? null,
      last_checked_at: now,
      next_check_at: nextCheckAt,
      ...(isChange ? { updated_at: now } : {}),
    })
    .where('id', '=', id)
    .execute();

export const updateSettings = (
  trx: Trx,
  id: number,
  { rootUrl, notFoundUrl, brand, apps }: Partial<DomainSettings>,
  now: Date,
) =>
  trx
    .updateTable('domains')
    .set({
      ...(rootUrl === undefined ? {} : { root_url: rootUrl }),
      ...(notFoundUrl === undefined ? {} : { not_found_url: notFoundUrl }),
      ...(brand === undefined ? {} : { brand: brand && JSON.stringify(brand) }),
      ...(apps === undefined ? {} : { apps: apps && JSON.stringify(apps) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();

/**
 * Schedules the download of a newly set brand's logo, even if its URL is unchanged. Deletes the stored logo if the
 * URL has changed.
 */
export const renewLogo = (
  trx: Trx,
  id: number,
  { urlChanged, hasUrl }: { urlChanged: boolean; hasUrl: boolean },
  now: Date,
) =>
  trx
    .updateTable('domains')
    .set({
      ...(urlChanged ? { logo_png: null } : {}),
      logo_error: null,
      logo_tries: 0,
      logo_version: sql`logo_version + 1`,
      logo_due_at: hasUrl ? now : null,
    })
    .where('id', '=', id)
    .execute();

/** Records the state of a domain's certificate. */
export const updateCertificateState = (
  trx: Trx,
  hostname: string,
  {
    certificateStatus,
    certificateExpiresAt,
    certificateError,
  }: Pick<DomainState, 'certificateStatus' | 'certificateExpiresAt' | 'certificateError'>,
  now: Date,
) =>
  trx
    .updateTable('domains')
    .set({
      certificate_status: certificateStatus,
      certificate_expires_at: certificateExpiresAt,
      certificate_error: certificateError?.slice(0, 300) ?? null,
      updated_at: now,
    })
    .where('held_hostname', '=', hostname)
    .execute();

/** Deletes an unproved claim. Domains that were never verified have no links. */
export const deleteClaim = (trx: Trx, id: number) => trx.deleteFrom('domains').where('id', '=', id).execute();

/** Removes a domain from its workspace: it stops redirecting, and its name is free. Its links are deleted later. */
export async function markRemoved(trx: Trx, { id, hostname }: Pick<DomainRow, 'id' | 'hostname'>, now: Date) {
  await trx
    .updateTable('domains')
    .set({
      status: 'removed',
      removed_at: now,
      next_check_at: null,
      logo_png: null,
      logo_due_at: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('certificates').where('hostname', '=', hostname).execute();
  await recordDomainChange(trx, id);
}

/** Lists domains whose next check is due, longest overdue first. */
export const listDue = (db: Db, now: Date, limit: number): Promise<number[]> =>
  listIds(
    db.selectFrom('domains').select('id').where('next_check_at', '<=', now).orderBy('next_check_at').limit(limit),
  );

/** Claims a due check by postponing it. Returns `false` if another worker claimed it. */
export const claimCheck = (db: Db, id: number, until: Date, now: Date): Promise<boolean> =>
  changesRows(
    db.updateTable('domains').set({ next_check_at: until }).where('id', '=', id).where('next_check_at', '<=', now),
  );

/** Lists removed domains, which can still have links. */
export const listRemoved = (db: Db, limit: number): Promise<number[]> =>
  listIds(db.selectFrom('domains').select('id').where('removed_at', 'is not', null).orderBy('removed_at').limit(limit));

/** Returns whether a name is a domain whose links redirect. */
export async function isServing(db: Db, hostname: string): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('held_hostname', '=', hostname)
    .where('status', 'in', ['verified', 'misconfigured'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes some of the unknown paths counted for a removed domain. Returns the number deleted. */
export const deleteSomePaths = (db: Db, id: number, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('unknown_paths').where('domain_id', '=', id).limit(limit));

/** Deletes a domain that was removed before `time`. */
export const deleteRemoved = (db: Db, id: number, time: Date) =>
  db.deleteFrom('domains').where('id', '=', id).where('removed_at', '<', time).execute();
