/** A record of erased email addresses, which stores only keyed hashes. */
import type { Config } from '../../../../shared/config/config.ts';
import { ApiError } from '../../../../shared/errors.ts';
import type { Log } from '../../../../shared/log/log.ts';
import { type KeyedHash, openKeyedHash } from '../../../../shared/secrets/installation-secret.ts';
import { deleteErased, hasErasedUnderOtherKey, insertErased, lockErased } from './erased-queries.ts';
import type { ErrorCode } from './errors.ts';
import type { Db, Trx } from './tables.ts';

/** A contact's new email address. `afterErasure` allows an erased one. */
export type NewAddress = { emailKey: string; afterErasure: boolean };

/** The error for email addresses that were erased. `emailKeys` lists them. */
export class AddressErased extends ApiError<ErrorCode> {
  readonly emailKeys: ReadonlySet<string>;

  constructor(emailKeys: string[]) {
    super(
      'unprocessable_entity',
      'The contact with this email was erased at their own request. Send after_erasure if they asked to be added again.',
      { details: { isErased: true } },
    );
    this.emailKeys = new Set(emailKeys);
  }
}

export class ErasedAddresses {
  readonly #hash: KeyedHash;

  constructor(hash: KeyedHash) {
    this.#hash = hash;
  }

  #hashOf(emailKey: string): Buffer {
    return this.#hash(`erased ${emailKey}`);
  }

  #hashesOf = (emailKeys: string[]) => emailKeys.map((emailKey) => this.#hashOf(emailKey));

  get keyId(): Buffer {
    return this.#hash('the key of erased addresses');
  }

  /**
   * Records email addresses, so that contacts with them are refused from now on. Call it before you check which
   * contacts have the addresses.
   */
  async remember(trx: Trx, emailKeys: string[], now: Date): Promise<void> {
    await insertErased(trx, this.#hashesOf(emailKeys), this.keyId, now);
  }

  async forget(trx: Trx, emailKeys: string[]): Promise<void> {
    await deleteErased(trx, this.#hashesOf(emailKeys));
  }

  /**
   * Refuses erased email addresses, but forgets the erasure of an address that is allowed again. Call it after
   * writing the contacts: a concurrent erasure then either finds them, or this call waits for it.
   * @throws AddressErased
   */
  async refuse(trx: Trx, addresses: NewAddress[]): Promise<void> {
    const byHash = new Map(addresses.map((address) => [this.#hashOf(address.emailKey).toString('hex'), address]));
    const erased = await lockErased(
      trx,
      [...byHash.keys()].map((hex) => Buffer.from(hex, 'hex')),
    );
    const found = erased.map((hash) => ({ hash, address: byHash.get(hash.toString('hex')) as NewAddress }));
    const refused = found.filter(({ address }) => !address.afterErasure);
    if (refused.length > 0) throw new AddressErased(refused.map(({ address }) => address.emailKey));
    await deleteErased(trx, erased);
  }
}

/** Opens the record. Warns if addresses were erased under a different secret. */
export async function openErasedAddresses(
  db: Db,
  config: Pick<Config, 'certificateSecret' | 'localDir'>,
  log: Log,
): Promise<ErasedAddresses> {
  const erased = new ErasedAddresses(await openKeyedHash(config));
  if (await hasErasedUnderOtherKey(db, erased.keyId)) {
    log.warn('email addresses were erased under another CERTIFICATE_SECRET: they are no longer recognised');
  }
  return erased;
}
