/**
 * The tokens in URLs that are emailed to a contact: contact, purpose, expiry and signature. The key is not in MySQL,
 * and tokens are not stored. The signature covers the contact's `uid`, and in a confirmation also its email address.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { u8At } from '../../../../shared/elements.ts';
import type { ContactRow } from '../contacts/core/queries.ts';

const purposes = ['unsubscribe', 'preferences', 'confirm'] as const;
export type ConsentPurpose = (typeof purposes)[number];

type Bearer = Pick<ContactRow, 'id' | 'uid' | 'email_key'>;

/** Contents of a token, unverified until `isOf` has returned true. */
type ReadToken = { contactId: number; expiresAt: Date; isOf: (contact: Bearer) => boolean };

export type ConsentTokens = {
  /** Creates a token. `expiresAt` is for confirmations only; other tokens never expire. */
  make(purpose: ConsentPurpose, contact: Bearer, expiresAt?: Date): string;
  /** Reads a token; undefined if it is not for this purpose. */
  read(purpose: ConsentPurpose, token: string): ReadToken | undefined;
};

const idBytes = 6;
const timeBytes = 6;
const signatureBytes = 15;
const bodyBytes = 1 + idBytes + timeBytes;
const never = 2 ** 48 - 1;

export function createConsentTokens(key: Buffer): ConsentTokens {
  const sign = (body: Buffer, { uid, email_key }: Bearer) => {
    const isConfirmation = purposes[u8At(body, 0)] === 'confirm';
    const hmac = createHmac('sha256', key).update(body).update(uid);
    return (isConfirmation ? hmac.update(email_key) : hmac).digest().subarray(0, signatureBytes);
  };
  return {
    make(purpose, contact, expiresAt) {
      const body = Buffer.alloc(bodyBytes);
      body[0] = purposes.indexOf(purpose);
      body.writeUIntBE(contact.id, 1, idBytes);
      body.writeUIntBE(expiresAt?.getTime() ?? never, 1 + idBytes, timeBytes);
      return Buffer.concat([body, sign(body, contact)]).toString('base64url');
    },
    read(purpose, token) {
      const bytes = Buffer.from(token.slice(0, 100), 'base64url');
      // Only one of the spellings that decode to the same bytes is accepted.
      if (bytes.length !== bodyBytes + signatureBytes || bytes.toString('base64url') !== token) return undefined;
      const body = bytes.subarray(0, bodyBytes);
      if (body[0] !== purposes.indexOf(purpose)) return undefined;
      return {
        contactId: body.readUIntBE(1, idBytes),
        expiresAt: new Date(body.readUIntBE(1 + idBytes, timeBytes)),
        isOf: (contact) => timingSafeEqual(bytes.subarray(bodyBytes), sign(body, contact)),
      };
    },
  };
}
