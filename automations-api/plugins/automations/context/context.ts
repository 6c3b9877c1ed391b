/**
 * What the plugin's routes work with: what the host gives, what contacts are found in, who records events, the outbox
 * of webhooks, mails, and the site's users.
 */
import type { Secrets } from '../../../../shared/webhooks/secrets.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import type { FindWordPressUsers } from '../contacts/core/wordpress-users.ts';
import type { ErasedAddresses } from '../core/erased-addresses.ts';
import type { EventRecorder } from '../core/events.ts';
import type { AutomationsTables, Trx } from '../core/tables.ts';
import type { ContactFinder, Sources } from '../finder/core/finder.ts';
import type { Mails } from '../mail/core/mails.ts';
import type { Outbox } from '../webhooks/core/outbox.ts';
import type { PersonalSection } from './personal-section.ts';

/** What came of asking a contact to confirm; `limited`: it was asked too often. */
export type ConfirmationOutcome = 'queued' | 'limited' | 'not_unverified';

/** Double opt-in, for those who make contacts. */
export type Confirmations = {
  /** Before the transaction. */
  prepare: () => Promise<{
    /** Whether the site asks at all. */
    enabled: boolean;
    /** Asks a contact whose row is locked, or new. */
    request: (trx: Trx, contact: ContactRow, now: Date) => Promise<ConfirmationOutcome>;
  }>;
};

export type Context = PluginApi<AutomationsTables> & {
  contactIndex: Sources['contactIndex'];
  finder: ContactFinder;
  /** Told of the events of every change, in this order. */
  recorders: EventRecorder[];
  /** What else than segments names a segment, each in the words for its refusal, such as `rule 7 (Welcome)`. */
  segmentReferences: ((trx: Trx, segmentId: number) => Promise<string[]>)[];
  /** What is held about a contact besides its own row. */
  personalSections: PersonalSection[];
  erasedAddresses: ErasedAddresses;
  outbox: Outbox;
  mails: Mails;
  confirmations: Confirmations;
  secrets: Secrets;
  findWordPressUsers: FindWordPressUsers;
};
