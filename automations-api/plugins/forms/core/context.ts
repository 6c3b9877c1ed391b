/** The context of the plugin's routes, pages and jobs. */
import type { Transaction } from 'kysely';
import type { WrittenMail } from '../../../../shared/mail/transport.ts';
import type { KeyedHash } from '../../../../shared/secrets/installation-secret.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { Previews } from '../../../host/previews.ts';
import type { FormSettings } from './definition.ts';
import type { Limits } from './limits.ts';
import type { FormsTables } from './tables.ts';

type Mail = { to: string; data: Record<string, unknown> };

/** The parts of the emails API that forms use; from the filter `automations_mails`. */
export type Mails = {
  /** Adds the writer of a kind. Returns a function that removes it. */
  addKind: (kind: string, write: (mail: Mail) => Promise<WrittenMail | undefined>) => () => void;
  /** Queues an email, which is written when it is sent. */
  queueKind: (trx: Transaction<FormsTables>, mail: Mail & { kind: string; contactId?: number }) => Promise<void>;
};

export type Context = PluginApi<FormsTables> & {
  /** Signs the tokens of pages and emails, and hides IP addresses in Redis. */
  hash: KeyedHash;
  limits: Limits;
  previews: Previews<FormSettings>;
  mails: Mails;
};
