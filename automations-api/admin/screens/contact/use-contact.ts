/** The displayed contact, reloaded regularly because others can change it. */
import { useEffect } from 'preact/hooks';
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import type { ContactDetail } from '../../core/types.ts';

const reloadEveryMs = 15_000;

export const getContact = (id: string, signal?: AbortSignal): Promise<ContactDetail> =>
  api.get<{ contact: ContactDetail }>('/contact', { id }, signal).then(({ contact }) => contact);

export function useContact(id: string) {
  const loaded = useLoad((signal) => getContact(id, signal), [id]);
  useEvery(reloadEveryMs, loaded.reload);
  useEffect(() => {
    const onVisible = () => document.hidden || loaded.reload();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [loaded.reload]);
  // The previous contact must not appear at the URL of the next one.
  const isOther = loaded.data !== undefined && String(loaded.data.contact.id) !== id;
  return isOther ? { ...loaded, data: undefined } : loaded;
}
