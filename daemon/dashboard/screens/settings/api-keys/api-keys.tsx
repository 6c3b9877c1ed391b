/** API keys: created, shown once, revoked. Admins see all keys of the workspace, members their own. */
import { useState } from 'preact/hooks';
import { AddButton } from '../../../../../shared/ui/add-button.tsx';
import { Button } from '../../../../../shared/ui/button.tsx';
import { Confirm } from '../../../../../shared/ui/dialog.tsx';
import { dateTime, relative } from '../../../../../shared/ui/format.ts';
import { addWithin, Limit } from '../../../../../shared/ui/limit.tsx';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Empty, Show } from '../../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../../shared/ui/table.tsx';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { useNew } from '../../../../../shared/ui/url-state.ts';
import { api } from '../../../core/api.ts';
import { may, session, workspace } from '../../../core/session.ts';
import type { Key, Member } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { NewKeyDialog } from './new-key.tsx';

const words = text.apiKeys;

type People = ReadonlyMap<string, string>;

async function loadKeys(signal: AbortSignal): Promise<{ keys: Key[]; people: People }> {
  const [{ keys }, { members }] = await Promise.all([
    api.get<{ keys: Key[] }>('/keys', {}, signal),
    api.get<{ members: Member[] }>('/members', {}, signal),
  ]);
  return { keys, people: new Map(members.map(({ userId, name, email }) => [userId ?? '', name || email])) };
}

export function ApiKeys() {
  if (!may('member')) {
    return (
      <SettingsScreen name="apiKeys">
        <section class="card">
          <Empty icon="key" title={words.notYours}>
            {words.notYoursNote}
          </Empty>
        </section>
      </SettingsScreen>
    );
  }
  return <OwnKeys />;
}

function OwnKeys() {
  const loaded = useLoad(loadKeys, []);
  const [isMaking, setMaking] = useNew();
  const [revoking, setRevoking] = useState<Key>();
  const most = workspace.value?.limits.keys;
  // Others see only their own.
  const count = may('admin') ? (loaded.data?.keys.length ?? 0) : 0;
  const make = <AddButton label={words.newKey} onAdd={addWithin(count, most, () => setMaking(true))} />;
  return (
    <SettingsScreen name="apiKeys" note={may('admin') ? words.note : words.noteOwn} actions={make}>
      <Limit count={count} most={most} />
      <section class="card">
        <Show of={loaded}>
          {({ keys, people }) =>
            keys.length === 0 ? (
              <Empty icon="key" title={words.empty}>
                {words.emptyNote}
              </Empty>
            ) : (
              <Table label={words.title} rows={keys} columns={columnsFor(people, setRevoking)} idOf={({ id }) => id} />
            )
          }
        </Show>
      </section>
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} onMade={loaded.reload} />}
      {revoking && (
        <Confirm
          title={words.revokeTitle(revoking.name)}
          action={words.revoke}
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await api.delete(`/keys/${revoking.id}`);
            toast(words.revoked(revoking.name));
            loaded.reload();
          }}
        >
          {revoking.lastUsedAt ? words.revokeUsed(relative(revoking.lastUsedAt)) : words.revokeUnused}{' '}
          {words.revokeMade(madeWith(revoking, loaded.data?.keys ?? []).map(({ name }) => name))}
        </Confirm>
      )}
    </SettingsScreen>
  );
}

/** The keys revoked with one: those created with it, and with those. */
const madeWith = (parent: Key, keys: Key[]): Key[] =>
  keys.filter(({ parentKeyId }) => parentKeyId === parent.id).flatMap((key) => [key, ...madeWith(key, keys)]);

const columnsFor = (people: People, onRevoke: (key: Key) => void): Column<Key>[] => [
  {
    key: 'name',
    head: words.name,
    isGrowing: true,
    cell: ({ name, prefix }) => (
      <>
        <span class="first" dir="auto">
          {name}
        </span>
        <code class="second">{prefix}…</code>
      </>
    ),
  },
  {
    key: 'permission',
    head: words.permission,
    isWide: true,
    cell: ({ permission }) => <span class="tag">{words.permissions[permission]}</span>,
  },
  {
    key: 'creator',
    head: words.creator,
    isWide: true,
    cell: ({ createdBy, createdAt }) => (
      <>
        <span class="cut person" dir="auto">
          {nameOf(createdBy, people)}
        </span>
        <span class="second">{relative(createdAt)}</span>
      </>
    ),
  },
  {
    key: 'used',
    head: words.lastUsed,
    cell: ({ lastUsedAt }) => (
      <span class={lastUsedAt ? '' : 'soft'} title={lastUsedAt ? dateTime(lastUsedAt) : undefined}>
        {relative(lastUsedAt)}
      </span>
    ),
  },
  { key: 'expires', head: words.expires, isWide: true, cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
  {
    key: 'revoke',
    head: words.revoke,
    isHeadHidden: true,
    isNumber: true,
    cell: (key) => (
      <Button kind="bare" isBad aria-label={words.revokeName(key.name)} onClick={() => onRevoke(key)}>
        {words.revoke}
      </Button>
    ),
  },
];

const nameOf = (userId: string, people: People) =>
  userId === session.value?.user.id ? words.you : (people.get(userId) ?? words.formerMember);

const soonMs = 7 * 86_400_000;

function Expiry({ at }: { at: string | null }) {
  if (!at) return <span class="soft">{text.ui.never}</span>;
  const left = Date.parse(at) - Date.now();
  if (left <= 0) return <span class="tag bad">{words.expired}</span>;
  return (
    <span class={left < soonMs ? 'tag warn' : ''} title={dateTime(at)}>
      {relative(at)}
    </span>
  );
}
