/** Downloads the contacts of a filter. A download carries no nonce, so the service makes a link that is good once. */
import { api } from '../../api.ts';
import type { Filter } from '../../filter/conditions.ts';

export async function exportContacts(filter: Filter): Promise<void> {
  const { export: made } = await api.post<{ export: { url: string } }>('/contacts/export-link', {
    ...filter,
    format: 'csv',
  });
  location.assign(made.url);
}
