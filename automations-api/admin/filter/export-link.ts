/** The download of contacts. It cannot send the nonce, so the service creates a link that works once. */
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { api } from '../core/api.ts';
import type { Filter } from './conditions.ts';

type ExportOrder = { format: string; columns?: string[] };

/** Downloads contacts. Resolves when the browser starts the download. @throws {ApiError} */
export async function downloadContacts(filter: Filter, order: ExportOrder): Promise<void> {
  const { export: link } = await api.post<{ export: { url: string } }>('/contacts/export-link', {
    ...filter,
    ...order,
    // Spreadsheets need a byte order mark.
    bom: order.format === 'csv',
    strict: true,
  });
  const { pathname, search } = new URL(link.url);
  saveFrom(pathname + search);
}
