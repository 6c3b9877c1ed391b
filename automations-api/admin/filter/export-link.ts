/** Downloads contacts. A download carries no nonce, so the service makes a link for it that is good once. */
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { api } from '../core/api.ts';
import type { Filter } from './conditions.ts';

type ExportOrder = { format: string; columns?: string[] };

/** Resolves once the browser has begun. @throws what the service answered */
export async function downloadContacts(filter: Filter, order: ExportOrder): Promise<void> {
  const { export: made } = await api.post<{ export: { url: string } }>('/contacts/export-link', {
    ...filter,
    ...order,
    // CSV of this application is for spreadsheets.
    bom: order.format === 'csv',
    strict: true,
  });
  const { pathname, search } = new URL(made.url);
  saveFrom(pathname + search);
}
