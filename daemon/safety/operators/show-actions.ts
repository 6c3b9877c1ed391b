/** Operators' actions with the names of their operators and objects. */
import { type WithUser, withUsers } from '../../../shared/people/user-queries.ts';
import type { Context } from '../../api/context.ts';
import { namesOf } from '../../audit-log/names.ts';
import type { ActionRow } from '../core/action-queries.ts';

export async function showActions({ db, config }: Pick<Context, 'db' | 'config'>, rows: ActionRow[]) {
  const objectIds = rows.map(({ objectId }) => objectId);
  const [actions, names] = await Promise.all([
    withUsers(db, rows),
    namesOf({ db, config, workspaceId: undefined }, objectIds),
  ]);
  return actions.map((row) => toAct(row, names.get(row.objectId)));
}

const toAct = (
  { id, action, objectId, plan, userId, user, reason, createdAt }: WithUser<ActionRow>,
  name: string | undefined,
) => ({
  id: String(id),
  action,
  objectId,
  objectName: name ?? null,
  plan,
  operator: user?.email ?? null,
  commandLine: userId === null,
  reason,
  createdAt: createdAt.toISOString(),
});
