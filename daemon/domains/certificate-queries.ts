/** Certificates, ACME accounts and open challenges in MySQL. Callers encrypt private keys. */

import { type ExpressionBuilder, sql } from 'kysely';
import { inTransaction } from '../../shared/db/db.ts';
import { changesRows } from '../../shared/db/results.ts';
import type { Db, Tables, Trx } from '../core/tables.ts';

/** Inserts a row for every name that needs a certificate: verified domains and the `own` names. */
export async function insertWanted(db: Db, own: string[]): Promise<void> {
  await db
    .insertInto('certificates')
    .ignore()
    .columns(['hostname'])
    .expression((e) =>
      e
        .selectFrom('domains')
        .leftJoin('certificates as known', 'known.hostname', 'domains.hostname')
        .select('domains.hostname')
        .where('domains.removed_at', 'is', null)
        .where('domains.status', '=', 'verified')
        .where('known.hostname', 'is', null),
    )
    .execute();
  if (own.length === 0) return;
  await db
    .insertInto('certificates')
    .ignore()
    .values(own.map((hostname) => ({ hostname })))
    .execute();
}

/** Time after which this machine replaces a certificate whose key only another machine can read. */
const foreignMs = 86_400_000;

const due = (db: Db, keyId: string, now: Date) =>
  db
    .selectFrom('certificates')
    .select('certificates.hostname')
    .where((e) => e.or([e('claimed_until', 'is', null), e('claimed_until', '<', now)]))
    .where((e) =>
      e.or([
        e('certificates.next_attempt_at', 'is', null),
        e('certificates.next_attempt_at', '<=', now),
        e.and([
          e('certificates.key_id', '<>', keyId),
          e('certificates.issued_at', '<', new Date(now.getTime() - foreignMs)),
        ]),
      ]),
    );

/**
 * Lists names whose certificate must be ordered or renewed. A misconfigured domain waits until it points here again.
 */
export async function listDueCertificates(
  db: Db,
  keyId: string,
  own: string[],
  { now, limit }: { now: Date; limit: number },
) {
  const rows = await due(db, keyId, now)
    .leftJoin('domains', 'domains.held_hostname', 'certificates.hostname')
    .where(isRenewed(own))
    .orderBy('certificates.next_attempt_at')
    .limit(limit)
    .execute();
  return rows.map(({ hostname }) => hostname);
}

/** Selects the certificates to renew: for the installation's own names, and for domains that point here. */
const isRenewed = (own: string[]) => (e: ExpressionBuilder<Tables, 'certificates' | 'domains'>) =>
  e.or([
    e.and([
      e('domains.status', '=', 'verified'),
      e.or([e('domains.dns_status', '=', 'ok'), e('domains.trusted', '=', true)]),
    ]),
    ...(own.length > 0 ? [e('certificates.hostname', 'in', own)] : []),
  ]);

/** Finds the earliest expiry among the certificates to renew. */
export async function findFirstExpiry(db: Db, own: string[]): Promise<Date | undefined> {
  const row = await db
    .selectFrom('certificates')
    .leftJoin('domains', 'domains.held_hostname', 'certificates.hostname')
    .select('expires_at as expiresAt')
    .where('certificates.expires_at', 'is not', null)
    .where(isRenewed(own))
    .orderBy('certificates.expires_at')
    .limit(1)
    .executeTakeFirst();
  return row?.expiresAt ?? undefined;
}

/** Claims an order. Returns `false` if another process has claimed it, or it is no longer due. */
export const claimOrder = (
  db: Db,
  keyId: string,
  hostname: string,
  { until, now }: { until: Date; now: Date },
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const row = await due(trx, keyId, now).where('certificates.hostname', '=', hostname).forUpdate().executeTakeFirst();
    if (!row) return false;
    await trx.updateTable('certificates').set({ claimed_until: until }).where('hostname', '=', hostname).execute();
    return true;
  });

export type NewCertificate = {
  chain: string;
  privateKey: Buffer;
  keyId: string;
  expiresAt: Date;
  renewAt: Date;
};

/** Stores a certificate. Returns `false` if the name no longer needs one. */
export const storeCertificate = (
  trx: Trx,
  hostname: string,
  { chain, privateKey, keyId, expiresAt, renewAt }: NewCertificate,
  now: Date,
): Promise<boolean> =>
  changesRows(
    trx
      .updateTable('certificates')
      .set({
        chain,
        private_key: privateKey,
        key_id: keyId,
        issued_at: now,
        expires_at: expiresAt,
        failures: 0,
        error: null,
        next_attempt_at: renewAt,
        claimed_until: null,
      })
      .where('hostname', '=', hostname),
  );

/** Locks a certificate until the transaction ends. */
export const lockCertificate = (trx: Trx, hostname: string) =>
  trx
    .selectFrom('certificates')
    .select(['failures', 'expires_at as expiresAt'])
    .where('hostname', '=', hostname)
    .forUpdate()
    .executeTakeFirst();

export const storeFailure = (
  trx: Trx,
  hostname: string,
  failures: number,
  { error, nextAttemptAt }: { error: string; nextAttemptAt: Date },
) =>
  trx
    .updateTable('certificates')
    .set({ failures, error: error.slice(0, 300), next_attempt_at: nextAttemptAt, claimed_until: null })
    .where('hostname', '=', hostname)
    .execute();

/** Lists all certificates without their large columns. */
export const listIssued = (db: Db) =>
  db
    .selectFrom('certificates')
    .select(['hostname', (e) => e.ref('issued_at').$notNull().as('issuedAt')])
    .where('issued_at', 'is not', null)
    .execute();

export const listCertificates = (db: Db, hostnames: string[]) =>
  db
    .selectFrom('certificates')
    .select([
      'hostname',
      (e) => e.ref('chain').$notNull().as('chain'),
      (e) => e.ref('private_key').$notNull().as('privateKey'),
      (e) => e.ref('issued_at').$notNull().as('issuedAt'),
    ])
    .where('hostname', 'in', hostnames)
    .where('issued_at', 'is not', null)
    .execute();

export const findAccount = (db: Db, directory: string) =>
  db
    .selectFrom('acme_accounts')
    .select(['url', 'private_key as privateKey', 'key_id as keyId'])
    .where('directory', '=', directory)
    .executeTakeFirst();

/** Stores an account. It replaces an account whose key can no longer be read. */
export const storeAccount = (
  db: Db,
  directory: string,
  url: string,
  { privateKey, keyId }: { privateKey: Buffer; keyId: string },
) =>
  db
    .insertInto('acme_accounts')
    .values({ directory, url, private_key: privateKey, key_id: keyId })
    .onDuplicateKeyUpdate({ url, private_key: privateKey, key_id: keyId })
    .execute();

export const deleteAccount = (db: Db, directory: string) =>
  db.deleteFrom('acme_accounts').where('directory', '=', directory).execute();

export const insertChallenge = (db: Db, token: string, keyAuthorization: string, expiresAt: Date) =>
  db
    .insertInto('acme_challenges')
    .values({ token, key_authorization: keyAuthorization, expires_at: expiresAt })
    .onDuplicateKeyUpdate({ key_authorization: keyAuthorization, expires_at: expiresAt })
    .execute();

export const deleteChallenge = (db: Db, token: string) =>
  db.deleteFrom('acme_challenges').where('token', '=', token).execute();

/** Deletes old challenges that unfinished orders left behind. */
export const deleteChallengesBefore = (db: Db, time: Date) =>
  db.deleteFrom('acme_challenges').where('expires_at', '<', time).execute();

/** Finds the answer to an open challenge. */
export async function findKeyAuthorization(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('acme_challenges')
    .select('key_authorization as keyAuthorization')
    .where('token', '=', token)
    .where('expires_at', '>', sql<Date>`UTC_TIMESTAMP(3)`)
    .executeTakeFirst();
  return row?.keyAuthorization;
}
