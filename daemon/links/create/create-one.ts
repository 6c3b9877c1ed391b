/** The creation of one link from a validated body. */
import type { ApiError } from '../../../shared/errors.ts';
import type { Context } from '../../api/context.ts';
import { isApiError } from '../../api/errors.ts';
import type { Trx } from '../../core/tables.ts';
import type { Auth } from '../../identity/auth.ts';
import type { LinkRow } from '../core/queries.ts';
import type { LinkInput } from '../core/schema.ts';
import type { Draft } from './create-links.ts';
import type { CreateDrafts } from './creator.ts';
import { draftLink, type OpenDraft } from './draft.ts';
import { hashPasswords } from './hash-passwords.ts';

/** A link to create. `keep` runs in the transaction that creates it. */
export type NewOne = { input: LinkInput; signal: AbortSignal; keep: (trx: Trx, row: LinkRow) => Promise<void> };

/** @throws the reason if the link cannot be created */
export const createOne = async (
  context: Context,
  create: CreateDrafts,
  auth: Auth,
  { input, ...how }: NewOne,
): Promise<LinkRow> => createDraft(context, create, auth, { draft: await draftLink(context, auth, input), ...how });

/** @throws the reason if the link cannot be created */
export async function createDraft(
  context: Context,
  create: CreateDrafts,
  auth: Auth,
  { draft: open, signal, keep }: Omit<NewOne, 'input'> & { draft: OpenDraft },
): Promise<LinkRow> {
  const [draft] = (await hashPasswords(context, auth, [open], signal)) as [Draft | ApiError];
  if (isApiError(draft)) throw draft;
  const [outcome] = await create(auth, [draft], async (trx, [created]) => {
    if (created && 'row' in created) await keep(trx, created.row);
  });
  if (!outcome || 'error' in outcome) throw outcome?.error;
  return outcome.row;
}
