/** Keys of the REST API: made, shown once, revoked. */
import { useState } from 'preact/hooks';
import { AddButton } from '../../../../shared/ui/add-button.tsx';
import { Button, CopyButton } from '../../../../shared/ui/button.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { ReadOnly } from '../../../../shared/ui/field.tsx';
import { dateTime, relative } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useNew } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { session } from '../../core/session.ts';
import { isoOf } from '../../core/times.tsx';
import type { ApiKey } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { SettingsScreen } from './core/settings.tsx';
import { NewKeyDialog } from './new-key.tsx';

const words = text.restApi;

const nameOf = ({ ID, description }: ApiKey) => description || words.unnamed(ID);

/** Revoked keys are not listed. */
const listKeys = async (signal: AbortSignal): Promise<ApiKey[]> => {
  const { keys } = await api.get<{ keys: ApiKey[] }>('/keys', {}, signal);
  return keys.filter(({ active }) => active).reverse();
};

export function RestApi() {
  const keys = useLoad(listKeys, []);
  const [isMaking, setMaking] = useNew();
  const [revoking, setRevoking] = useState<ApiKey>();
  const make = <AddButton label={words.newKey} onAdd={() => setMaking(true)} />;
  return (
    <SettingsScreen name="restApi" note={words.note} actions={make}>
      <div class="stack">
        <Address />
        <section class="card">
          <Show of={keys}>
            {(all) =>
              all.length === 0 ? (
                <Empty icon="key" title={words.empty}>
                  {words.emptyNote}
                </Empty>
              ) : (
                <Table label={words.title} rows={all} columns={columnsFor(setRevoking)} idOf={({ ID }) => String(ID)} />
              )
            }
          </Show>
        </section>
      </div>
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} onMade={keys.reload} />}
      {revoking && (
        <Confirm
          title={words.revokeTitle(nameOf(revoking))}
          action={words.revoke}
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await api.delete(`/key/${revoking.ID}`);
            toast(words.revoked(nameOf(revoking)));
            keys.reload();
          }}
        >
          {revoking.last_used_at ? words.revokeUsed(relative(isoOf(revoking.last_used_at))) : words.revokeUnused}
        </Confirm>
      )}
    </SettingsScreen>
  );
}

/** The URL that an app needs besides its key. */
function Address() {
  const address = `${session.value?.site.url}/wp-json/automations`;
  return (
    <div class="secret">
      <ReadOnly label={words.address} value={address} />
      <CopyButton text={address} />
    </div>
  );
}

const columnsFor = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    key: 'name',
    head: words.description,
    isGrowing: true,
    cell: (key) => (
      <>
        <span class="first" dir="auto">
          {nameOf(key)}
        </span>
        <span class="second">{words.made(relative(isoOf(key.created_at)))}</span>
      </>
    ),
  },
  {
    key: 'permission',
    head: words.permission,
    cell: ({ permission }) => <span class="tag">{words.permissions[permission]}</span>,
  },
  {
    key: 'used',
    head: words.lastUsed,
    isWide: true,
    cell: ({ last_used_at: used }) => (
      <span class={used ? '' : 'soft'} title={used ? dateTime(isoOf(used)) : undefined}>
        {relative(used && isoOf(used))}
      </span>
    ),
  },
  {
    key: 'revoke',
    head: words.revoke,
    isHeadHidden: true,
    isNumber: true,
    cell: (key) => (
      <Button kind="bare" isBad aria-label={words.revokeName(nameOf(key))} onClick={() => onRevoke(key)}>
        {words.revoke}
      </Button>
    ),
  },
];
