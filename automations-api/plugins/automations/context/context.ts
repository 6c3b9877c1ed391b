/** The context of the plugin's routes. */
import type { Secrets } from '../../../../shared/webhooks/secrets.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { FindCustomer } from '../contacts/core/customers.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import type { FindWordPressUsers } from '../contacts/core/wordpress-users.ts';
import type { ErasedAddresses } from '../core/erased-addresses.ts';
import type { EventRecorder } from '../core/events.ts';
import type { AutomationsTables, Trx } from '../core/tables.ts';
import type { ContactFinder, Sources } from '../finder/core/finder.ts';
import type { Mails } from '../mail/core/mails.ts';
import type { Outbox } from '../webhooks/core/outbox.ts';
import type { PersonalSection } from './personal-section.ts';

/** Result of a confirmation request. `limited`: the contact was asked too often. */
export type ConfirmationOutcome = 'queued' | 'limited' | 'not_unverified';

/** Double opt-in, for code that creates contacts. */
export type Confirmations = {
  /** Reads the site's settings. Called before the transaction. */
  prepare: () => Promise<{
    /** True if double opt-in is on. */
    enabled: boolean;
    /** Queues the email to a contact whose row is locked or new. */
    request: (trx: Trx, contact: ContactRow, now: Date) => Promise<ConfirmationOutcome>;
  }>;
};

export type Context = PluginApi<AutomationsTables> & {
  contactIndex: Sources['contactIndex'];
  finder: ContactFinder;
  /** The recorders of every change's events, in this order. */
  recorders: EventRecorder[];
  /**
   * Functions that find uses of a segment outside segments, as texts for error messages, such as `rule 7 (Welcome)`.
   */
  segmentReferences: ((trx: Trx, segmentId: number) => Promise<string[]>)[];
  /** Personal data stored outside the contact's row. */
  personalSections: PersonalSection[];
  erasedAddresses: ErasedAddresses;
  outbox: Outbox;
  mails: Mails;
  confirmations: Confirmations;
  secrets: Secrets;
  findWordPressUsers: FindWordPressUsers;
  findCustomer: FindCustomer;
};
