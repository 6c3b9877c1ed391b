/** The URL of the REST API, and its keys. */
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { CopyButton } from '../../../../shared/ui/button.tsx';
import { ReadOnly } from '../../../../shared/ui/field.tsx';
import { KeyList } from '../../../../shared/ui/keys/key-list.tsx';
import type { KeyPort } from '../../../../shared/ui/keys/record.ts';
import { api } from '../../core/api.ts';
import { session } from '../../core/session.ts';
import { toRecord } from '../../core/to-record.ts';
import type { ApiKey, NewApiKey } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { SettingsScreen } from './core/settings.tsx';

const words = text.restApi;
const urlOf = (path: string) => `${session.value?.site.url}/wp-json/automations${path}`;

const port: KeyPort = {
  words,
  Frame: ({ actions, children }) => (
    <SettingsScreen name="restApi" note={words.note} actions={actions}>
      <div class="stack">
        <div class="secret">
          <ReadOnly label={words.address} value={urlOf('')} />
          <CopyButton text={urlOf('')} />
        </div>
        {children}
      </div>
    </SettingsScreen>
  ),
  // Leaves out revoked keys.
  list: async (signal) => {
    const { keys } = await api.get<{ keys: ApiKey[] }>('/keys', {}, signal);
    const active = keys.filter((key) => key.active).reverse();
    return active.map((key) => ({ ...toRecord(key), name: key.description || words.unnamed(key.ID) }));
  },
  create: async ({ name: description, permission }) =>
    (await api.post<{ keys: NewApiKey }>('/key/add', { description, permission })).keys,
  revoke: (id) => api.delete(`/key/${id}`),
  permissions: () => ['read', 'write', 'full'],
  expire: false,
  exampleCall: (key) => `curl "${urlOf('/tags')}?api_key=${key}"`,
  longestName: longestLabel,
};

export const RestApi = () => <KeyList port={port} />;
