/**
 * Users' second factors: setting one up and proving it. One-time values are used under a lock on the user's row, so
 * that only one of several requests succeeds.
 */
import type { Config } from '../../config/config.ts';
import { isLocalUrl } from '../../config/local-url.ts';
import { mayBeId } from '../../db/public-ids.ts';
import type { KeyedHash } from '../../secrets/installation-secret.ts';
import type { KeyCipher } from '../../secrets/key-cipher.ts';
import { hashSecret } from '../../secrets/secrets.ts';
import * as queries from '../factor-queries.ts';
import type { BegunBy, Db, Trx } from '../tables.ts';
import type { UserRow } from '../user-queries.ts';
import { type Challenge, newChallenge, readChallenge } from './challenges.ts';
import {
  creationOptions,
  type PasskeyOwner,
  type PasskeySite,
  readCreation,
  readSignature,
  requestOptions,
} from './passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { PasskeyCreation, PasskeySignature } from './schema.ts';
import { describeTotp, findTotpStep, newTotpSecret } from './totp.ts';

export type Method = 'totp' | 'passkey' | 'recovery';
const methods: readonly Method[] = ['totp', 'passkey', 'recovery'];

/** The maximum number of a user's factors, well above the number of devices that anyone has. */
export const mostFactors = 20;
/** The time limit for installing an app. */
const pendingMs = 3_600_000;

/**
 * Returns whether a user can add a factor: only once their email address is verified, so that nobody can add one to
 * an account with someone else's address. On localhost, where often no email is sent, the user can add one
 * immediately.
 */
export const canAddFactor = ({ baseUrl }: Pick<Config, 'baseUrl'>, user: Pick<UserRow, 'emailVerifiedAt'>): boolean =>
  user.emailVerifiedAt !== null || isLocalUrl(baseUrl);

/** Returns whether a session can do nothing until its user has set up a second factor. API keys need none. */
export const needsFactor = (
  { requireSecondFactor }: Pick<Config, 'requireSecondFactor'>,
  begunBy: BegunBy | undefined,
): boolean => requireSecondFactor && begunBy === 'password';

type Owner = PasskeyOwner & { id: number };

/** A passkey that signed. When the signature is used, its challenge and its count must be new. */
export type Signed = { factorId: number; ownerId: number; counter: number; challenge: Challenge };

type Options = {
  /** Encrypts the secrets of authenticator apps. */
  cipher: KeyCipher;
  hash: KeyedHash;
  /** The site of the passkeys; `undefined` if passkeys are not available. */
  site: PasskeySite | undefined;
  /** The name that apps show beside the email address. */
  issuer: string;
};

type NamedPasskey = { name: string; credentialId: string; publicKey: Buffer; counter: number; challenge: Challenge };

const creationOf = (session: string) => `create ${session}`;
const signingIn = 'sign in';

/** The second factors of users: authenticator apps, passkeys and recovery codes. */
export class Factors {
  readonly #cipher: KeyCipher;
  readonly #hash: KeyedHash;
  readonly #site: PasskeySite | undefined;
  readonly #issuer: string;

  constructor({ cipher, hash, site, issuer }: Options) {
    this.#cipher = cipher;
    this.#hash = hash;
    this.#site = site;
    this.#issuer = issuer;
  }

  get hasPasskeys(): boolean {
    return this.#site !== undefined;
  }

  /** Creates recovery codes, which replace the remaining ones. */
  async renewRecoveryCodes(db: Db, ownerId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(this.#hash, ownerId, code));
    await queries.replaceRecoveryCodes(db, ownerId, hashes);
    return codes;
  }

  /** Creates recovery codes if this is the first factor. */
  async #codesAfter(db: Db, ownerId: number): Promise<string[]> {
    return (await queries.countRecoveryCodes(db, ownerId)) > 0 ? [] : this.renewRecoveryCodes(db, ownerId);
  }

  #secretOf({ secret }: queries.FactorRow): Buffer | undefined {
    const text = secret === null ? undefined : this.#cipher.decrypt(Buffer.from(secret, 'base64'));
    return text === undefined ? undefined : Buffer.from(text, 'base64');
  }

  /** Lists the methods with which a user can prove their identity; empty without a factor. */
  async methodsOf(db: Db, ownerId: number): Promise<Method[]> {
    const types = new Set((await queries.listFactors(db, ownerId)).map(({ type }) => type));
    if (types.size === 0) return [];
    const codes = await queries.countRecoveryCodes(db, ownerId);
    return methods.filter((one) => (one === 'recovery' ? codes > 0 : types.has(one)));
  }

  /** Starts the setup of an app, which becomes valid with its first code. The secret is returned only here. */
  async beginTotp(db: Db, owner: Owner, name: string, now: Date) {
    const secret = newTotpSecret();
    const sealed = this.#cipher.encrypt(secret.toString('base64')).toString('base64');
    const id = await queries.replacePendingTotp(db, owner.id, { name, secret: sealed }, now);
    return { id, ...(await describeTotp(secret, { issuer: this.#issuer, account: owner.email })) };
  }

  /** Confirms an app. Resolves to new recovery codes if this is the first factor; `'wrong'` for a wrong code. */
  async confirmTotp(db: Db, ownerId: number, { id, code }: { id: string; code: string }, now: Date) {
    const since = new Date(now.getTime() - pendingMs);
    // MySQL compares ids only with ASCII.
    const factor = mayBeId(id) ? await queries.findPendingTotp(db, ownerId, id, since) : undefined;
    if (!factor) return 'unknown';
    const secret = this.#secretOf(factor);
    const step = secret && (await findTotpStep(secret, code, now));
    if (step === undefined) return 'wrong';
    await queries.confirmTotp(db, factor.id, step, now);
    return { name: factor.name, recoveryCodes: await this.#codesAfter(db, ownerId) };
  }

  /** Starts creating a passkey; `readPasskey` needs the same `session`. `undefined` if passkeys are not available. */
  async beginPasskey(db: Db, owner: Owner, session: string, now: Date) {
    const known = await queries.listFactors(db, owner.id);
    return this.#site && creationOptions(this.#site, owner, known, newChallenge(this.#hash, creationOf(session), now));
  }

  /** Checks a new passkey; `undefined` if it was not just created here. */
  async readPasskey(response: PasskeyCreation, session: string, now: Date) {
    let challenge: Challenge | undefined;
    const isExpected = (text: string) => {
      challenge = readChallenge(this.#hash, creationOf(session), text, now);
      return challenge !== undefined;
    };
    const made = this.#site && (await readCreation(this.#site, response, isExpected));
    return made && challenge && { ...made, challenge };
  }

  /**
   * Adds a passkey. Returns `undefined` if the challenge was already used. @throws a duplicate-key error if the passkey
   * is already registered
   */
  async addPasskey(db: Db, ownerId: number, { challenge, ...made }: NamedPasskey, now: Date) {
    if (!(await queries.insertUsedChallenge(db, challenge.hash, challenge.expiresAt))) return undefined;
    const credentialHash = hashSecret(made.credentialId);
    const id = await queries.insertPasskey(db, ownerId, { ...made, credentialHash }, now);
    return { id, recoveryCodes: await this.#codesAfter(db, ownerId) };
  }

  /** Removes a factor, and with the last factor the recovery codes; `undefined` if the id is unknown. */
  async remove(trx: Trx, ownerId: number, id: string) {
    const removed = await queries.deleteFactor(trx, ownerId, id);
    const isLast = removed !== undefined && (await queries.listFactors(trx, ownerId)).length === 0;
    if (isLast) await queries.deleteFactors(trx, ownerId);
    return removed && { ...removed, isLast };
  }

  /** Uses an app's code or a recovery code; `undefined` for a wrong or used one. */
  async useCode(db: Db, ownerId: number, code: string, now: Date): Promise<Method | undefined> {
    const digits = code.replaceAll(' ', '');
    if (!/^\d{6}$/.test(digits)) {
      const isThere = await queries.deleteRecoveryCode(db, ownerId, hashRecoveryCode(this.#hash, ownerId, code));
      return isThere ? 'recovery' : undefined;
    }
    for (const factor of await queries.listFactors(db, ownerId)) {
      const secret = this.#secretOf(factor);
      const step = secret && (await findTotpStep(secret, digits, now));
      if (step !== undefined && (await queries.advanceTotp(db, factor.id, step, now))) return 'totp';
    }
    return undefined;
  }

  /** Starts signing in with a passkey; `undefined` if passkeys are not available. */
  async beginSigning(now: Date) {
    return this.#site && requestOptions(this.#site, newChallenge(this.#hash, signingIn, now));
  }

  /** Checks a signed challenge and finds its passkey and owner; `undefined` for an unknown passkey. */
  async readSignature(db: Db, response: PasskeySignature, now: Date): Promise<Signed | undefined> {
    const factor = await queries.findPasskey(db, hashSecret(response.id));
    const { id, ownerId, credentialId, publicKey, counter: before } = factor ?? {};
    if (!this.#site || !id || !ownerId || !credentialId || !publicKey || before === undefined) return undefined;
    let challenge: Challenge | undefined;
    const isExpected = (text: string) => {
      challenge = readChallenge(this.#hash, signingIn, text, now);
      return challenge !== undefined;
    };
    const known = { credentialId, publicKey, counter: before };
    const counter = await readSignature(this.#site, response, known, isExpected);
    return counter === undefined || !challenge ? undefined : { factorId: id, ownerId, counter, challenge };
  }

  /** Uses a signature; `false` if the challenge was used, the count did not grow, or the passkey was deleted. */
  async useSignature(db: Db, { factorId, counter, challenge }: Signed, now: Date): Promise<boolean> {
    if (!(await queries.insertUsedChallenge(db, challenge.hash, challenge.expiresAt))) return false;
    return queries.advancePasskey(db, factorId, counter, now);
  }
}
