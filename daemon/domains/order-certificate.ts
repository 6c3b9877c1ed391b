/** Orders for certificates from an ACME directory. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { rootCertificates } from 'node:tls';
import type Acme from 'acme-client';
import type { Config } from '../../shared/config/config.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { system } from '../../shared/people/actor.ts';
import type { KeyCipher } from '../../shared/secrets/key-cipher.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db } from '../core/tables.ts';
import {
  deleteAccount,
  deleteChallenge,
  findAccount,
  insertChallenge,
  lockCertificate,
  storeAccount,
  storeCertificate,
  storeFailure,
} from './certificate-queries.ts';
import { findDomainByHostname, updateCertificateState } from './queries.ts';

/** The requirements of an order. `openAcme` returns `loadAcme`. */
export type OrderParts = { config: Config; db: Db; cipher: KeyCipher; loadAcme: () => Promise<typeof Acme> };

const requestMs = 30_000;
const challengeMs = 3_600_000;
/** The fraction of a certificate's lifetime after which it is renewed. */
const renewAfter = 2 / 3;
const firstWaitMs = 10 * 60_000;
const longestWaitMs = 86_400_000;

/**
 * Returns a function that loads the ACME client for the whole process, with short timeouts and trust in ACME_CA_FILE.
 * @throws at once for an unreadable certificate file
 */
export async function openAcme({ acmeCaFile }: Pick<Config, 'acmeCaFile'>): Promise<OrderParts['loadAcme']> {
  const own = acmeCaFile === '' ? undefined : await readFile(acmeCaFile, 'utf8');
  const httpsAgent = own === undefined ? undefined : new Agent({ ca: [...rootCertificates, own] });
  return async () => {
    const { default: acme } = await import('acme-client');
    const defaults = acme.axios.defaults as typeof acme.axios.defaults & { acmeSettings: { retryMaxAttempts: number } };
    defaults.timeout = requestMs;
    defaults.acmeSettings.retryMaxAttempts = 2;
    if (httpsAgent) defaults.httpsAgent = httpsAgent;
    return acme;
  };
}

/** Orders a certificate and stores it. @throws the failure, after recording it for the domain's owner */
export async function orderCertificate(parts: OrderParts, hostname: string): Promise<void> {
  try {
    const issued = await order(parts, hostname);
    await store(parts, hostname, issued, new Date());
  } catch (error) {
    await recordFailure(parts.db, hostname, (error as Error).message, new Date());
    throw error;
  }
}

type Issued = { chain: string; key: string };

async function order(parts: OrderParts, hostname: string): Promise<Issued> {
  try {
    return await orderWithAccount(parts, hostname);
  } catch (error) {
    // Creates a new account if the directory no longer knows the old one.
    if (!isAccountUnknown(error as Error)) throw error;
    await deleteAccount(parts.db, parts.config.acmeDirectory);
    return orderWithAccount(parts, hostname);
  }
}

function isAccountUnknown({ message }: Error): boolean {
  if (/accountDoesNotExist|(?:no|unknown|find) account/i.test(message)) return true;
  const at = message.search(/account\b/i);
  return at >= 0 && /not found|does not exist/i.test(message.slice(at));
}

async function orderWithAccount(parts: OrderParts, hostname: string): Promise<Issued> {
  const { db } = parts;
  const acme = await parts.loadAcme();
  const client = await openAccount(acme, parts);
  const [key, csr] = await acme.crypto.createCsr({ altNames: [hostname] }, await acme.crypto.createPrivateEcdsaKey());
  const chain = await client.auto({
    csr,
    challengePriority: ['http-01'],
    // The authority checks the name from outside. This machine may be unable to reach it.
    skipChallengeVerification: true,
    challengeCreateFn: (_, { token }, keyAuthorization) =>
      insertChallenge(db, token, keyAuthorization, new Date(Date.now() + challengeMs)),
    challengeRemoveFn: (_, { token }) => deleteChallenge(db, token),
  });
  return { chain, key: key.toString() };
}

async function openAccount(acme: typeof Acme, { config, db, cipher }: OrderParts): Promise<Acme.Client> {
  const { acmeDirectory: directoryUrl, acmeEmail } = config;
  const waits = { backoffAttempts: 20, backoffMin: 1_000, backoffMax: 10_000 };
  const account = await findAccount(db, directoryUrl);
  const known = account && cipher.decrypt(account.privateKey);
  if (account && known !== undefined) {
    return new acme.Client({ directoryUrl, accountKey: known, accountUrl: account.url, ...waits });
  }
  const accountKey = await acme.crypto.createPrivateEcdsaKey();
  const client = new acme.Client({ directoryUrl, accountKey, ...waits });
  const contact = acmeEmail === '' ? {} : { contact: [`mailto:${acmeEmail}`] };
  await client.createAccount({ termsOfServiceAgreed: true, ...contact });
  await storeAccount(db, directoryUrl, client.getAccountUrl(), {
    privateKey: cipher.encrypt(accountKey.toString()),
    keyId: cipher.keyId,
  });
  return client;
}

async function store({ db, cipher }: OrderParts, hostname: string, { chain, key }: Issued, now: Date): Promise<void> {
  const { validFrom, validTo } = new X509Certificate(chain);
  const [from, expiresAt] = [Date.parse(validFrom), new Date(validTo)];
  const renewAt = new Date(from + (expiresAt.getTime() - from) * renewAfter);
  await inTransaction(db, async (trx) => {
    const certificate = { chain, privateKey: cipher.encrypt(key), keyId: cipher.keyId, expiresAt, renewAt };
    if (!(await storeCertificate(trx, hostname, certificate, now))) return;
    const active = { certificateStatus: 'active', certificateExpiresAt: expiresAt, certificateError: null } as const;
    await updateCertificateState(trx, hostname, active, now);
    const domain = await findDomainByHostname(trx, hostname);
    const entry = { workspaceId: domain?.workspaceId ?? null, actor: system, objectId: domain?.publicId ?? hostname };
    const details = { hostname, expiresAt: expiresAt.toISOString() };
    await recordAudit(trx, [{ ...entry, action: 'domain.certificate', details }], now);
  });
}

/** Records a failed order and schedules the next one. A valid certificate stays in use. */
export async function recordFailure(db: Db, hostname: string, message: string, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const before = await lockCertificate(trx, hostname);
    if (!before) return;
    const failures = before.failures + 1;
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
    await storeFailure(trx, hostname, failures, { error: message, nextAttemptAt: new Date(now.getTime() + wait) });
    const isGood = before.expiresAt !== null && before.expiresAt > now;
    const state = {
      certificateStatus: isGood ? 'active' : 'failed',
      certificateExpiresAt: before.expiresAt,
      certificateError: message,
    } as const;
    await updateCertificateState(trx, hostname, state, now);
  });
}
