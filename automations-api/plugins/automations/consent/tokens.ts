/**
 * The tokens in URLs that are emailed to a contact: contact, purpose, signature, and a number. The number is the expiry of a
 * confirmation, and otherwise the id of the email, or 0. The key is not in MySQL, and tokens are not stored. The
 * signature covers the contact's `uid`, and in a confirmation also its email address.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { u8At } from '../../../../shared/elements.ts';
import type { ContactRow } from '../contacts/core/queries.ts';

const purposes = ['unsubscribe', 'preferences', 'confirm'] as const;
export type ConsentPurpose = (typeof purposes)[number];

export type Bearer = Pick<ContactRow, 'id' | 'uid' | 'email_key'>;

/** Contents of a token, unverified until `isOf` has returned true. */
type ReadToken = { contactId: number; isExpired: boolean; mailId?: number; isOf: (contact: Bearer) => boolean };

export type ConsentTokens = {
  /** Creates a token. `expiresAt` is for confirmations only. Other tokens never expire, and can name their email. */
  make(purpose: ConsentPurpose, contact: Bearer, about?: { expiresAt?: Date; mailId?: number | undefined }): string;
  /** Reads a token; undefined if it is not for this purpose. */
  read(purpose: ConsentPurpose, token: string): ReadToken | undefined;
};

const idBytes = 6;
const numberBytes = 6;
const signatureBytes = 15;
const bodyBytes = 1 + idBytes + numberBytes;

export function createConsentTokens(key: Buffer): ConsentTokens {
  const sign = (body: Buffer, { uid, email_key }: Bearer) => {
    const isConfirmation = purposes[u8At(body, 0)] === 'confirm';
    const hmac = createHmac('sha256', key).update(body).update(uid);
    return (isConfirmation ? hmac.update(email_key) : hmac).digest().subarray(0, signatureBytes);
  };
  return {
    make(purpose, contact, { expiresAt, mailId = 0 } = {}) {
      const body = Buffer.alloc(bodyBytes);
      body[0] = purposes.indexOf(purpose);
      body.writeUIntBE(contact.id, 1, idBytes);
      body.writeUIntBE(expiresAt?.getTime() ?? mailId, 1 + idBytes, numberBytes);
      return Buffer.concat([body, sign(body, contact)]).toString('base64url');
    },
    read(purpose, token) {
      const bytes = Buffer.from(token.slice(0, 100), 'base64url');
      // Only one of the spellings that decode to the same bytes is accepted.
      if (bytes.length !== bodyBytes + signatureBytes || bytes.toString('base64url') !== token) return undefined;
      const body = bytes.subarray(0, bodyBytes);
      if (body[0] !== purposes.indexOf(purpose)) return undefined;
      const number = body.readUIntBE(1 + idBytes, numberBytes);
      const isConfirmation = purpose === 'confirm';
      return {
        contactId: body.readUIntBE(1, idBytes),
        isExpired: isConfirmation && number < Date.now(),
        ...(isConfirmation || number === 0 ? {} : { mailId: number }),
        isOf: (contact) => timingSafeEqual(bytes.subarray(bodyBytes), sign(body, contact)),
      };
    },
  };
}
