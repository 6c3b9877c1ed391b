/** Conversion of hooks to answers. */
import type { Caller } from '../../host/core/route.ts';
import { sqlDate } from '../../host/shapes.ts';
import type { Context } from './core/context.ts';
import type { Mapping } from './core/mapping.ts';
import type { HookRow } from './core/queries.ts';
import type { Signature } from './receive/verify.ts';
import type { Hook } from './schema.ts';

/** Returns a hook's URL. It is a secret, so a key that can only read does not see it. */
export function urlOf({ secrets, config }: Context, { secret }: HookRow, caller: Caller | undefined): string | null {
  const opened = caller?.permission === 'read' ? undefined : secrets.open(secret);
  return opened === undefined ? null : `${config.siteUrl}/hooks/${opened}`;
}

export const toHook = (row: HookRow, url: string | null): Hook => ({
  ID: row.id,
  name: row.name,
  url,
  autonami: row.autonami_id === null ? null : { id: row.autonami_id },
  mapping: JSON.parse(row.mapping) as Mapping,
  signature: row.signature === null ? null : (JSON.parse(row.signature) as Signature),
  active: row.active,
  received: row.received,
  last_at: row.last_at && sqlDate(row.last_at),
  refused: row.refused,
  refused_at: row.refused_at && sqlDate(row.refused_at),
  refused_detail: row.refused_detail,
  created_at: sqlDate(row.created_at),
  updated_at: row.updated_at && sqlDate(row.updated_at),
});
