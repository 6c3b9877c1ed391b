/** Gives the stored keys of contacts' addresses the form in which domains count as DNS has them, for the migration that asks for it. */
import type { Connection } from 'mysql2/promise';
import { normalizeAddresses } from '../../../../shared/migrations/normalize-addresses.ts';
import { keyOfEmail } from '../core/text.ts';

/** @throws with the contacts that would be one, and what to do */
export const normalizeContacts = (connection: Connection, prefix: string): Promise<void> =>
  normalizeAddresses(
    connection,
    [
      {
        table: `${prefix}automations_contacts`,
        column: 'email_key',
        unique: { what: 'contacts', named: 'id', within: "''" },
      },
    ],
    keyOfEmail,
  );
