/** API keys. Admins see all keys of the workspace, members their own. */
import { longestName } from '../../../../shared/limits-of-fields.ts';
import { KeyList } from '../../../../shared/ui/keys/key-list.tsx';
import type { KeyPort } from '../../../../shared/ui/keys/record.ts';
import { RefusedSettings } from '../../../../shared/ui/settings.tsx';
import { api, apiPath } from '../../core/api.ts';
import { may, session, workspace } from '../../core/session.ts';
import type { Key, Member, NewKey } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { SettingsScreen } from './core/settings.tsx';

const words = text.apiKeys;

async function list(signal: AbortSignal) {
  const [{ keys }, { members }] = await Promise.all([
    api.get<{ keys: Key[] }>('/keys', {}, signal),
    api.get<{ members: Member[] }>('/members', {}, signal),
  ]);
  const nameOf = (id: string) => {
    const member = members.find(({ userId }) => userId === id);
    return id === session.value?.user.id ? words.you : member?.name || member?.email || words.previousMember;
  };
  return keys.map((key) => ({ ...key, creator: nameOf(key.createdBy) }));
}

const port: KeyPort = {
  words,
  Frame: (props) => <SettingsScreen name="apiKeys" note={may('admin') ? words.note : words.noteOwn} {...props} />,
  list,
  create: (values) => api.post<NewKey>('/keys', values),
  revoke: (id) => api.delete(`/keys/${id}`),
  // Users can grant only their own permissions.
  permissions: () => (may('admin') ? ['read', 'write', 'admin'] : ['read', 'write']),
  expire: true,
  exampleCall: (key) => `curl ${location.origin}${apiPath}/links -H "Authorization: Bearer ${key}"`,
  longestName,
};

export const ApiKeys = () =>
  may('member') ? (
    <KeyList port={port} most={may('admin') ? workspace.value?.limits.keys : undefined} />
  ) : (
    <RefusedSettings name="apiKeys" why={words.notYours}>
      {words.notYoursNote}
    </RefusedSettings>
  );
