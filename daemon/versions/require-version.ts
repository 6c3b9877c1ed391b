/**
 * The check of `If-Match`, which refuses a change based on an outdated read. The `conflict` contains the current state.
 * Without the header nothing is checked.
 */
import type { HttpRequest } from '../../shared/http/route.ts';
import { holdsTag } from '../../shared/http/versions.ts';
import type { AuditEntry } from '../../shared/people/audit-entry.ts';
import { conflict } from '../api/errors.ts';
import { findEntries } from '../audit-log/find-entries.ts';
import type { Trx } from '../core/tables.ts';

/** The current version of an object, and a function that returns its API form. */
type Current = { etag: string; show: () => unknown };

/**
 * A function that checks the version of a locked row. It calls `read` only if there is a version to compare. @throws
 * `conflict`
 */
export type RequireVersion = (trx: Trx, read: () => Current | Promise<Current>) => Promise<void>;

const anyVersion: RequireVersion = async () => {};

/** Returns the check for a request. `change` selects the audit entries about changes of the object. */
export function requestedVersion(
  { headers }: Pick<HttpRequest, 'headers'>,
  change: { workspaceId: number } & Pick<AuditEntry, 'action' | 'objectId'>,
): RequireVersion {
  const requested = headers['if-match'];
  if (requested === undefined) return anyVersion;
  return async (trx, read) => {
    const { etag, show } = await read();
    if (holdsTag(requested, etag)) return;
    const [current, last] = [await show(), await findLastChange(trx, change)];
    throw conflict('This was changed after you read it. See details for the current state.', {
      current,
      etag,
      ...last,
    });
  };
}

async function findLastChange(trx: Trx, { workspaceId, ...filter }: Parameters<typeof requestedVersion>[1]) {
  const [last] = (await findEntries(trx, workspaceId, filter, { cursorId: undefined, limit: 1 })).rows;
  return {
    changedAt: last?.createdAt.toISOString() ?? null,
    changedBy: last
      ? { type: last.actor, userId: last.userPublicId, email: last.email, keyId: last.keyPublicId }
      : null,
  };
}
