/**
 * Asks for mails, in the transaction that gives the reason, and knows how each kind is written. What a mail says is worked
 * out when it is sent, so that a token in it is never stored and what is no longer wanted is not sent.
 */
import type { Selectable } from 'kysely';
import type { WrittenMail } from '../../../../../shared/mail/transport.ts';
import type { MailTable, Trx } from '../../core/tables.ts';
import { insertMail, type NewMail } from './queries.ts';

/** Undefined when the mail is not needed any more. */
export type MailWriter = (mail: Omit<NewMail, 'kind'>) => Promise<WrittenMail | undefined>;

/** Headers that every mail to a contact has. */
type ContactHeaders = (contactId: number) => Promise<Readonly<Record<string, string>>>;

const plain = 'plain';

export class Mails {
  readonly #writers = new Map<string, MailWriter>([[plain, async ({ data }) => data as WrittenMail]]);
  #contactHeaders: ContactHeaders = async () => ({});

  /** How mails of a kind are written. Returns what takes it out; mails of it then wait for another. */
  addKind(kind: string, write: MailWriter): () => void {
    if (this.#writers.has(kind)) throw new Error(`a writer for emails of the kind ${kind} already exists`);
    this.#writers.set(kind, write);
    return () => void this.#writers.delete(kind);
  }

  setContactHeaders(headers: ContactHeaders): void {
    this.#contactHeaders = headers;
  }

  /** A mail that says the same whenever it is sent, and has no secret in it. `contactId`: it goes with that contact. */
  queue(trx: Trx, { to, contactId, ...mail }: WrittenMail & { to: string; contactId?: number }): Promise<void> {
    return insertMail(trx, { to, kind: plain, data: mail, contactId: contactId ?? null }, new Date());
  }

  /** A mail of a kind that was added; `data` is kept as JSON, and holds no secret. */
  queueKind(trx: Trx, { contactId, ...mail }: Omit<NewMail, 'contactId'> & { contactId?: number }): Promise<void> {
    return insertMail(trx, { ...mail, contactId: contactId ?? null }, new Date());
  }

  /** @throws when nobody here writes mails of its kind. */
  async write(mail: Selectable<MailTable>): Promise<WrittenMail | undefined> {
    const { kind, recipient: to, contact_id: contactId, data } = mail;
    const writer = this.#writers.get(kind);
    if (!writer) throw new Error(`there is no writer for emails of the kind ${kind}`);
    const written = await writer({ to, contactId, data: JSON.parse(data) });
    if (!written || contactId === null) return written;
    return { ...written, headers: { ...(await this.#contactHeaders(contactId)), ...written.headers } };
  }
}
