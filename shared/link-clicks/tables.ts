/**
 * The tables through which the link service passes contacts' clicks to contact automation, for both services. `sql/` is
 * their source.
 */
import type { Generated } from 'kysely';
import type { Flag, Nullable } from '../db/columns.ts';

/** `secret` and `former_secret` are encrypted. */
type ContactSiteTable = {
  id: Generated<number>;
  workspace_id: number;
  secret: string;
  secret_hash: Buffer;
  former_secret: Nullable<string>;
  created_at: Date;
  updated_at: Date;
};

/** `tags` is JSON text. */
export type ContactClickTable = {
  id: Generated<number>;
  site_id: number;
  workspace_id: number;
  contact_id: number;
  link_id: string;
  short_url: string;
  tags: string;
  qr: Flag;
  machine: Nullable<'bot' | 'prefetch'>;
  clicked_at: Date;
  stored_at: Date;
};

export type HandOverTables = { contact_sites: ContactSiteTable; contact_clicks: ContactClickTable };

/** The link service's tables that contact automation reads: these, and a few columns of others. */
export type ReadTables = HandOverTables & {
  workspaces: { id: number; public_id: string };
  domains: { id: number; held_hostname: string | null };
  links: { id: number; workspace_id: number; domain_id: number; slug: string };
};
