/**
 * Refuses a change based on an outdated read: `If-Match` with the ETag of the read answer, and a conflict with the
 * current state. Without the header nothing is checked.
 */

import type { HttpRequest } from '../../shared/http/route.ts';
import { holdsTag } from '../../shared/http/versions.ts';
import type { AuditEntry } from '../../shared/people/audit-entry.ts';
import { conflict } from '../api/errors.ts';
import { findEntries } from '../audit-log/find-entries.ts';
import type { Trx } from '../core/tables.ts';

/** A thing's version, and how its answer shows it. */
type Present = { etag: string; show: () => unknown };

/**
 * Called with the row locked; `read` is called where there is something to compare.
 * @throws `conflict`
 */
export type RequireVersion = (trx: Trx, read: () => Present | Promise<Present>) => Promise<void>;

const anyVersion: RequireVersion = async () => {};

/** `change`: which entries of the audit log tell of changes of the thing. */
export function versionAsked(
  { headers }: Pick<HttpRequest, 'headers'>,
  change: { workspaceId: number } & Pick<AuditEntry, 'action' | 'objectId'>,
): RequireVersion {
  const asked = headers['if-match'];
  if (asked === undefined) return anyVersion;
  return async (trx, read) => {
    const { etag, show } = await read();
    if (holdsTag(asked, etag)) return;
    const [current, last] = [await show(), await findLastChange(trx, change)];
    throw conflict('This was changed after you read it. See details for the current state.', {
      current,
      etag,
      ...last,
    });
  };
}

async function findLastChange(trx: Trx, { workspaceId, ...asked }: Parameters<typeof versionAsked>[1]) {
  const [last] = (await findEntries(trx, workspaceId, asked, { cursorId: undefined, limit: 1 })).rows;
  return {
    changedAt: last?.createdAt.toISOString() ?? null,
    changedBy: last
      ? { type: last.actor, userId: last.userPublicId, email: last.email, keyId: last.keyPublicId }
      : null,
  };
}
