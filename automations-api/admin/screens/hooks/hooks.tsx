/** Incoming webhooks: their URLs, what they received, and a switch for each. */
import { useLocation } from 'preact-iso';
import { longestName } from '../../../../shared/limits-of-fields.ts';
import { number } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { NamedList, useFound } from '../../../../shared/ui/list/named-list.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { NameDialog } from '../../../../shared/ui/name-dialog.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { switchColumn } from '../../core/columns.tsx';
import { Refused } from '../../core/object-screen.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { Hook } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { HookSwitch, useHookDeletion } from './switch-and-deletion.tsx';

const words = text.hooks;

const pathOf = ({ ID }: Hook) => pathTo('hook', { id: String(ID) });

export const Hooks = () =>
  may('administrator') ? <HookList /> : <Refused title={words.title} least="administrator" />;

function HookList() {
  const all = useLoad((signal) => api.get<{ hooks: Hook[] }>('/hooks', {}, signal).then(({ hooks }) => hooks), []);
  const deletion = useHookDeletion(all.reload);
  const actions = (hook: Hook): MenuItem[] => [
    { label: text.objects.open, icon: 'list', href: pathOf(hook) },
    deletion.item(hook),
  ];
  return (
    <NamedList
      words={words}
      icon="inbox"
      add={{ label: words.newHook, isAllowed: true, dialog: (onClose) => <NewHook onClose={onClose} /> }}
      of={useFound(all, ({ name }) => name)}
      columns={columnsFor(all.reload)}
      actions={actions}
    >
      {deletion.dialog}
    </NamedList>
  );
}

/**
 * Creates a hook that reads only an email address. Its screen shows how to send the first message, and then its values
 * can be mapped.
 */
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
        // Runs after the dialog has removed its own parameter from the URL.
        setTimeout(() => route(pathOf(hook)));
      }}
    />
  );
}

/** Returns how the messages of a hook are signed, and how many were refused. */
const noteOf = ({ signature, refused }: Hook) =>
  [
    signature && words.signature.signedBy(words.signature.kinds[signature.kind]),
    refused > 0 && words.refusedCount(refused),
  ]
    .filter(Boolean)
    .join(' · ');

const columnsFor = (onTurned: () => void): Column<Hook>[] => [
  {
    key: 'hook',
    head: words.name,
    isGrowing: true,
    cell: (hook) => <NameCell name={hook.name} href={pathOf(hook)} note={noteOf(hook)} />,
  },
  { key: 'received', head: words.received, isNumber: true, class: 'from-m', cell: ({ received }) => number(received) },
  {
    key: 'last',
    head: words.last,
    isNumber: true,
    class: 'from-m soft',
    cell: ({ last_at: at }) => <Time at={at} />,
  },
  switchColumn((hook) => <HookSwitch hook={hook} onTurned={onTurned} />),
];
