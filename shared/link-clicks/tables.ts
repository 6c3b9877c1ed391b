/**
 * The tables through which the link service passes contacts' clicks to contact automation, for both services. `sql/` is
 * their source.
 */
import type { Generated } from 'kysely';
import type { Flag, Nullable } from '../db/columns.ts';

/** `secret` and `previous_secret` are encrypted. */
type ContactSiteTable = {
  id: Generated<number>;
  workspace_id: number;
  secret: string;
  secret_hash: Buffer;
  previous_secret: Nullable<string>;
  created_at: Date;
  updated_at: Date;
};

/** `mail_id`: the email in the site's outbox. `tags` is JSON text. */
export type ContactClickTable = {
  id: Generated<number>;
  site_id: number;
  workspace_id: number;
  contact_id: number;
  mail_id: Nullable<number>;
  link_id: string;
  short_url: string;
  tags: string;
  qr: Flag;
  machine: Nullable<'bot' | 'prefetch'>;
  clicked_at: Date;
  stored_at: Date;
};

/** A short link that a site needs for its emails. `fault`: the reason why it cannot be created. */
export type ContactLinkTable = {
  workspace_id: number;
  external_id: string;
  url: string;
  title: string;
  fault: Nullable<string>;
  requested_at: Date;
};

export type HandOverTables = {
  contact_sites: ContactSiteTable;
  contact_clicks: ContactClickTable;
  contact_links: ContactLinkTable;
};

/** The link service's tables that contact automation reads: these, and a few columns of others. */
export type ReadTables = HandOverTables & {
  workspaces: { id: number; public_id: string };
  domains: { id: number; hostname: string; held_hostname: string | null };
  links: { id: number; workspace_id: number; domain_id: number; slug: string; external_id: Buffer | null };
};
