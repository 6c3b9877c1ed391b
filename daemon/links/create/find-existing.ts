/** `findExisting` of a new link: the workspace's link with the same destination and domain, or else a new one. */
import type { Context } from '../../api/context.ts';
import type { Trx } from '../../core/tables.ts';
import type { Auth } from '../../identity/auth.ts';
import { findByDestination, type LinkRow, listLinksByIds } from '../core/queries.ts';
import type { LinkInput } from '../core/schema.ts';
import { createOne } from './create-one.ts';
import type { CreateDrafts } from './creator.ts';
import { resolveDomain } from './draft.ts';

/** Thrown, so that nothing is created, if another request has just created such a link. */
class Existing extends Error {}

const tries = 3;

/**
 * Requests at once create one link, because creations in a workspace wait for each other before they look again. A
 * request with a slug finds only the link with this slug. @throws the reason if the link cannot be created
 */
export async function findOrCreate(
  context: Context,
  create: CreateDrafts,
  auth: Auth,
  { input, signal, keep }: { input: LinkInput; signal: AbortSignal; keep: (trx: Trx, row: LinkRow) => Promise<void> },
): Promise<{ status: 200 | 201; row: LinkRow }> {
  const { id: domainId } = await resolveDomain(context, auth, input.domain ?? undefined);
  const wanted = { domainId, url: input.url, slug: input.slug ?? undefined };
  const keepIfNew = async (trx: Trx, row: LinkRow) => {
    if (await findByDestination(trx, auth.workspaceId, { ...wanted, not: row.public_id })) throw new Existing();
    await keep(trx, row);
  };
  for (let attempt = 1; ; attempt++) {
    const id = await findByDestination(context.db, auth.workspaceId, wanted);
    const [row] = id === undefined ? [] : await listLinksByIds(context.db, auth.workspaceId, [id]);
    if (row) return { status: 200, row };
    try {
      return {
        status: 201,
        row: await createOne(context, create, auth, { input, signal, keep: keepIfNew, isAlone: true }),
      };
    } catch (error) {
      if (!(error instanceof Existing) || attempt === tries) throw error;
    }
  }
}
