/** Downloads all data about one contact. The file is small, so it is fetched with the nonce and held in memory. */

import { saveFile } from '../../../../shared/ui/save-file.ts';
import { api } from '../../core/api.ts';

/** `html`: a page to read and print. */
export type PersonFormat = 'json' | 'html';

export async function downloadPerson(id: string, format: PersonFormat): Promise<void> {
  const blob =
    format === 'html'
      ? await api.blob(`/contact/${id}/export`, { format })
      : new Blob([JSON.stringify((await api.get<{ export: unknown }>(`/contact/${id}/export`)).export, null, 2)], {
          type: 'application/json',
        });
  saveFile(blob, `contact-${id}.${format}`);
}
