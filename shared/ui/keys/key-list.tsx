/** The list of API keys, where they are created, shown once and revoked. */
import { useState } from 'preact/hooks';
import { AddButton } from '../add-button.tsx';
import { Button } from '../button.tsx';
import { Confirm } from '../dialog.tsx';
import { dateTime, relative } from '../format.ts';
import { addWithin, Limit } from '../limit.tsx';
import { ListCard, NameCell } from '../list/list-card.tsx';
import { useLoad } from '../load.ts';
import { Empty } from '../states.tsx';
import type { Column } from '../table.tsx';
import type { KeyWords } from '../text/en/keys.ts';
import { uiText } from '../text.ts';
import { toast } from '../toast.tsx';
import { useNew } from '../url-state.ts';
import { NewKeyDialog } from './new-key.tsx';
import type { ApiKey, KeyPort } from './record.ts';

/** Shows the list. `most`: the maximum number of keys, for users who see all of them. */
export function KeyList({ port, most }: { port: KeyPort; most?: number | null | undefined }) {
  const { words, Frame } = port;
  const keys = useLoad(port.list, []);
  const [isMaking, setMaking] = useNew();
  const [revoking, setRevoking] = useState<ApiKey>();
  const count = keys.data?.length ?? 0;
  return (
    <Frame actions={<AddButton label={words.newKey} onAdd={addWithin(count, most, () => setMaking(true))} />}>
      <Limit count={count} most={most} />
      <ListCard
        of={keys}
        empty={
          <Empty icon="key" title={words.empty}>
            {words.emptyNote}
          </Empty>
        }
        label={words.title}
        columns={columnsFor(port, setRevoking)}
      />
      {isMaking && <NewKeyDialog port={port} onClose={() => setMaking(false)} onMade={keys.reload} />}
      {revoking && (
        <Confirm
          title={words.revokeTitle(revoking.name)}
          action={words.revoke}
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await port.revoke(revoking.id);
            toast(words.revoked(revoking.name));
            keys.reload();
          }}
        >
          {revoking.lastUsedAt ? words.revokeUsed(relative(revoking.lastUsedAt)) : words.revokeUnused}{' '}
          {words.revokeCreated(madeWith(revoking, keys.data ?? []).map(({ name }) => name))}
        </Confirm>
      )}
    </Frame>
  );
}

/** Returns the keys that are revoked together with a key: keys that were created with it, and so on. */
const madeWith = (parent: ApiKey, keys: ApiKey[]): ApiKey[] =>
  keys.filter(({ parentKeyId }) => parentKeyId === parent.id).flatMap((key) => [key, ...madeWith(key, keys)]);

function columnsFor({ words, expire }: KeyPort, onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  const creator: Column<ApiKey> = {
    key: 'creator',
    head: words.creator,
    isWide: true,
    cell: ({ creator, createdAt }) => (
      <>
        <span class="cut person" dir="auto">
          {creator}
        </span>
        <span class="second">{relative(createdAt)}</span>
      </>
    ),
  };
  const expires: Column<ApiKey> = {
    key: 'expires',
    head: words.expires,
    isWide: true,
    cell: ({ expiresAt }) => <Expiry at={expiresAt} words={words} />,
  };
  return [
    {
      key: 'name',
      head: words.name,
      isGrowing: true,
      cell: ({ name, prefix, createdAt }) => (
        <NameCell name={name} note={prefix ? <code>{prefix}…</code> : words.created(relative(createdAt))} />
      ),
    },
    {
      key: 'permission',
      head: words.permission,
      isWide: true,
      cell: ({ permission }) => <span class="tag">{words.permissions[permission]}</span>,
    },
    ...(expire ? [creator] : []),
    {
      key: 'used',
      head: words.lastUsed,
      cell: ({ lastUsedAt }) => (
        <span class={lastUsedAt ? '' : 'soft'} title={lastUsedAt ? dateTime(lastUsedAt) : undefined}>
          {relative(lastUsedAt)}
        </span>
      ),
    },
    ...(expire ? [expires] : []),
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
}

const soonMs = 7 * 86_400_000;

function Expiry({ at, words }: { at: string | null | undefined; words: KeyWords }) {
  if (!at) return <span class="soft">{uiText.never}</span>;
  const left = Date.parse(at) - Date.now();
  if (left <= 0) return <span class="tag bad">{words.expired}</span>;
  return (
    <span class={left < soonMs ? 'tag warn' : ''} title={dateTime(at)}>
      {relative(at)}
    </span>
  );
}
