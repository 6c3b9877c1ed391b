/** Incoming webhooks: their URLs, what they received, and a switch for each. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { longestName } from '../../../../shared/limits-of-fields.ts';
import { AddButton } from '../../../../shared/ui/add-button.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { NameDialog } from '../../../../shared/ui/name-dialog.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { Switch } from '../../../../shared/ui/switch.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useNew } from '../../../../shared/ui/url-state.ts';
import { AdministratorsOnly } from '../../core/administrators-only.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { Hook } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { DeleteHook } from './delete-hook.tsx';

const words = text.hooks;

const pathOf = (ID: number) => pathTo('hook', { id: String(ID) });

export function Hooks() {
  const isOpen = may('administrator');
  const hooks = useLoad(
    isOpen ? async (signal) => (await api.get<{ hooks: Hook[] }>('/hooks', {}, signal)).hooks : undefined,
    [isOpen],
  );
  const [isAdding, setAdding] = useNew(isOpen);
  const [deleting, setDeleting] = useState<Hook>();
  const actions = (hook: Hook): MenuItem[] => [
    { label: words.open, icon: 'list', href: pathOf(hook.ID) },
    { label: text.actions.delete, icon: 'trash', isBad: true, isApart: true, onSelect: () => setDeleting(hook) },
  ];
  return (
    <Screen
      title={words.title}
      note={words.note}
      actions={isOpen && <AddButton label={words.newHook} onAdd={() => setAdding(true)} />}
    >
      {isOpen ? (
        <section class="card list-card">
          <Show of={hooks}>
            {(all) =>
              all.length === 0 ? (
                <Empty icon="inbox" title={words.none}>
                  {words.noneNote}
                </Empty>
              ) : (
                <Table
                  label={words.title}
                  rows={all}
                  columns={columnsFor(hooks.reload)}
                  idOf={({ ID }) => String(ID)}
                  nameOf={({ name }) => name}
                  actions={actions}
                />
              )
            }
          </Show>
        </section>
      ) : (
        <AdministratorsOnly />
      )}
      {isAdding && <NewHook onClose={() => setAdding(false)} />}
      {deleting && <DeleteHook hook={deleting} onClose={() => setDeleting(undefined)} onDeleted={hooks.reload} />}
    </Screen>
  );
}

/** Creates a hook that reads only an email address. Its screen shows how to send the first message, to map its values. */
function NewHook({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  return (
    <NameDialog
      title={words.newHook}
      label={words.name}
      hint={words.nameHint}
      maxLength={longestName}
      action={text.actions.create}
      onClose={onClose}
      save={async (name) => {
        const { hook } = await api.post<{ hook: Hook }>('/hook/add', { name, mapping: { email: 'email' } });
        toast(words.created(name));
        // After the dialog has removed its own parameter from the URL.
        setTimeout(() => route(pathOf(hook.ID)));
      }}
    />
  );
}

const columnsFor = (onTurned: () => void): Column<Hook>[] => [
  {
    key: 'hook',
    head: words.name,
    isGrowing: true,
    cell: ({ ID, name }) => (
      <a class="first" dir="auto" href={pathOf(ID)}>
        {name}
      </a>
    ),
  },
  { key: 'received', head: words.received, isNumber: true, class: 'from-m', cell: ({ received }) => number(received) },
  {
    key: 'last',
    head: words.last,
    isNumber: true,
    class: 'from-m soft',
    cell: ({ last_at: at }) => <Time at={at} />,
  },
  {
    key: 'on',
    head: words.state,
    isHeadHidden: true,
    isNumber: true,
    cell: (hook) => <HookSwitch hook={hook} onTurned={onTurned} />,
  },
];

type HookSwitchProps = { hook: Hook; onTurned: () => void };

export function HookSwitch({ hook: { ID, name, active }, onTurned }: HookSwitchProps) {
  const turn = async (isOn: boolean) => {
    await api.post(`/hook/update/${ID}`, { active: isOn });
    toast((isOn ? words.turnedOn : words.turnedOff)(name));
    onTurned();
  };
  return <Switch label={words.receive(name)} isOn={active} onTurn={turn} />;
}
