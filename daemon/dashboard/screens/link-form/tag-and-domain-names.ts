/** Tag and domain names for link lists and forms. */

import type { Choice } from '../../../../shared/ui/combobox.tsx';
import type { Option } from '../../../../shared/ui/field.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import type { Domain, Tag } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { loadSettings } from '../sign-in/settings.ts';

/** Returns the tags in use, with their number of links. Ignores a failed request. */
export function useKnownTags(): Choice[] {
  const { data } = useLoad((signal) => api.get<{ tags: Tag[] }>('/tags', {}, signal), []);
  return data?.tags.map(({ tag, count }) => ({ value: tag, label: tag, note: text.counts.links(count) })) ?? [];
}

/** Returns the default domain, then the workspace's usable domains. Returns `undefined` while loading. */
export function useDomains(): Option[] | undefined {
  const { data, error } = useLoad(async (signal) => {
    const [{ domains }, settings] = await Promise.all([
      api.get<{ domains: Domain[] }>('/domains', {}, signal),
      loadSettings(),
    ]);
    const own = domains.filter(({ status }) => status === 'verified');
    return [
      { value: settings.defaultDomain, label: settings.defaultDomain },
      ...own.map(({ hostname, unicodeHostname }) => ({ value: hostname, label: unicodeHostname })),
    ];
  }, []);
  return error ? [] : data;
}
