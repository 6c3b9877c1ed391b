/**
 * The creation of a link unless the workspace has one that sends visitors to the same destination. Each creation
 * locks its workspace. So the check in the transaction that creates the link sees every link that was created
 * earlier.
 */
import type { Context } from '../../api/context.ts';
import { isApiError } from '../../api/errors.ts';
import type { Auth } from '../../identity/auth.ts';
import { findLink, type LinkRow } from '../core/queries.ts';
import { createDraft, type NewOne } from './create-one.ts';
import type { CreateDrafts } from './creator.ts';
import { draftLink } from './draft.ts';
import { findSame } from './existing-queries.ts';

const tries = 5;
/** Thrown if another request created such a link after the first check. */
class Overtaken extends Error {}

/** @throws the reason if no link exists and none can be created */
export async function findOrCreate(
  context: Context,
  create: CreateDrafts,
  auth: Auth,
  { input, signal, keep }: NewOne,
): Promise<{ status: 200 | 201; row: LinkRow }> {
  const draft = await draftLink(context, auth, input);
  const find = async () => {
    const publicId = await findSame(context.db, draft);
    return publicId === undefined ? undefined : findLink(context.db, auth.workspaceId, { publicId });
  };
  for (let attempt = 1; ; attempt++) {
    const found = await find();
    if (found) return { status: 200, row: found };
    try {
      const row = await createDraft(context, create, auth, {
        draft,
        signal,
        keep: async (trx, created) => {
          if (await findSame(trx, draft, created.public_id)) throw new Overtaken();
          await keep(trx, created);
        },
      });
      return { status: 201, row };
    } catch (error) {
      // The other link may have taken the slug, the external id or the rest of the allowance, too.
      if (!(error instanceof Overtaken) && !isApiError(error)) throw error;
      const row = await find();
      if (row) return { status: 200, row };
      if (!(error instanceof Overtaken) || attempt === tries) throw error;
    }
  }
}
