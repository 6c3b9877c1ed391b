/**
 * Removal of an erased contact's data from imports: from undo data, previews and reported rows. Counts are kept. Files
 * are deleted a day after an import's end.
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
import type { ContainsAddress } from './find-address.ts';

export async function eraseFromImports(
  trx: Trx,
  contactId: number,
  emailKeys: string[],
  containsAddress: ContainsAddress,
): Promise<void> {
  await deleteChanges(trx, [String(contactId), ...emailKeys.map(digest)]);
  // Rows are searched only for the part before the @, because the domain can be spelled differently.
  const locals = emailKeys.map((key) => key.slice(0, key.lastIndexOf('@') + 1));
  const containsOne = (columns: object) => Object.values(columns).some((value) => containsAddress(toText(value)));
  for (const { id, preview } of await listPreviews(trx)) {
    const shown = JSON.parse(preview ?? '[]') as { columns: object }[];
    const left = shown.filter(({ columns }) => !containsOne(columns));
    if (left.length < shown.length) await updatePreview(trx, id, JSON.stringify(left));
    const rows = (await listRowsByText(trx, id, locals)).filter(({ cells }) =>
      containsOne(JSON.parse(cells) as object),
    );
    if (rows.length > 0)
      await deleteRows(
        trx,
        id,
        rows.map(({ row_no }) => row_no),
      );
  }
}
