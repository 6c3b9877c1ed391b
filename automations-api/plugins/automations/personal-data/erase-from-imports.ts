/**
 * Takes an erased contact out of what is kept of imports: by what an undo would put it back, the first rows that are shown, and
 * rows that failed, were skipped or changed it. Counts stay. Their files are gone a day after their end.
 */
import { digest } from '../../../../shared/import/store-batch.ts';
import { toText } from '../../../../shared/import/values.ts';
import type { Trx } from '../core/tables.ts';
import {
  deleteChanges,
  deleteRows,
  listPreviews,
  listRowsByText,
  updatePreview,
} from '../imports/core/trace-queries.ts';
import type { NamesAddress } from './find-address.ts';

export async function eraseFromImports(
  trx: Trx,
  contactId: number,
  emailKeys: string[],
  namesAddress: NamesAddress,
): Promise<void> {
  await deleteChanges(trx, [String(contactId), ...emailKeys.map(digest)]);
  // The domain may be written in another way.
  const locals = emailKeys.map((key) => key.slice(0, key.lastIndexOf('@') + 1));
  const isNaming = (columns: object) => Object.values(columns).some((value) => namesAddress(toText(value)));
  for (const { id, preview } of await listPreviews(trx)) {
    const shown = JSON.parse(preview ?? '[]') as { columns: object }[];
    const left = shown.filter(({ columns }) => !isNaming(columns));
    if (left.length < shown.length) await updatePreview(trx, id, JSON.stringify(left));
    const rows = (await listRowsByText(trx, id, locals)).filter(({ cells }) => isNaming(JSON.parse(cells) as object));
    if (rows.length > 0)
      await deleteRows(
        trx,
        id,
        rows.map(({ row_no }) => row_no),
      );
  }
}
