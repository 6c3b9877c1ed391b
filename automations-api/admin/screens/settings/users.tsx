/** Users who can sign in: roles, invitations, and WordPress users, whose role is managed in WordPress. */
import { useState } from 'preact/hooks';
import { AddButton } from '../../../../shared/ui/add-button.tsx';
import { useNew } from '../../../../shared/ui/address.ts';
import { relative } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { StepDown } from '../../../../shared/ui/step-down.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { site } from '../../core/api.ts';
import { openSession, session, ways } from '../../core/session.ts';
import { isoOf } from '../../core/times.tsx';
import type { Role, SiteUser } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { SettingsScreen } from './core/settings.tsx';
import { InviteUser } from './invite-user.tsx';
import { RemoveFactors, RemoveUser, SignOutUser } from './remove-user.tsx';

const words = text.users;

const isMe = ({ ID }: SiteUser) => ID === session.value?.user.ID;

const columns: Column<SiteUser>[] = [
  { key: 'name', head: words.name, isGrowing: true, cell: (user) => <Who user={user} /> },
  { key: 'role', head: words.role, cell: ({ role }) => text.roles[role] },
  {
    key: 'signedIn',
    head: words.lastSignIn,
    isWide: true,
    cell: ({ status, created_at, last_sign_in_at: last }) =>
      status === 'invited' ? (
        <span class="tag warn">{words.invitedAt(relative(isoOf(created_at)))}</span>
      ) : (
        <span class={last ? '' : 'soft'}>{relative(last && isoOf(last))}</span>
      ),
  },
];

function Who({ user }: { user: SiteUser }) {
  return (
    <>
      <span class="first" dir="auto">
        {user.name} {isMe(user) && <span class="tag">{words.you}</span>}
        {user.wordpress && <span class="tag">{words.ofWordPress}</span>}
        {user.joined && <span class="tag">{words.ofLinks}</span>}
      </span>
      <span class="second" dir="auto">
        {user.email}
      </span>
    </>
  );
}

export function Users() {
  const users = useLoad(
    (signal) => site.get<{ admins: SiteUser[] }>('/admins', {}, signal).then((it) => it.admins),
    [],
  );
  const [isInviting, setInviting] = useNew();
  const [removing, setRemoving] = useState<SiteUser>();
  const [ending, setEnding] = useState<SiteUser>();
  const [resetting, setResetting] = useState<SiteUser>();
  const [lowering, setLowering] = useState<Lowering>();
  const showInvited = (answer: SiteUser) => {
    const isMailed = session.value?.site.mail === true;
    toast(
      answer.joined ? words.letIn(answer.name) : isMailed ? words.invited(answer.email) : words.inFile(answer.email),
    );
    users.reload();
  };
  const invite = <AddButton label={words.invite} onAdd={() => setInviting(true)} />;
  return (
    <SettingsScreen name="users" note={ways.value.password ? words.note : undefined} actions={invite}>
      <section class="card">
        <Show of={users}>
          {(all) => (
            <Table
              label={words.title}
              rows={all}
              columns={columns}
              idOf={({ ID }) => String(ID)}
              nameOf={({ email }) => email}
              actions={(user) =>
                actionsOf(user, {
                  reload: users.reload,
                  onInvited: showInvited,
                  onRemove: setRemoving,
                  onSignOut: setEnding,
                  onRemoveFactors: setResetting,
                  onLower: setLowering,
                })
              }
            />
          )}
        </Show>
      </section>
      {isInviting && <InviteUser onClose={() => setInviting(false)} onInvited={showInvited} />}
      {lowering && <StepDown {...lowering} onClose={() => setLowering(undefined)} />}
      {ending && <SignOutUser user={ending} onClose={() => setEnding(undefined)} />}
      {resetting && <RemoveFactors user={resetting} onClose={() => setResetting(undefined)} />}
      {removing && <RemoveUser user={removing} onClose={() => setRemoving(undefined)} onRemoved={users.reload} />}
    </SettingsScreen>
  );
}

const roles: Role[] = ['administrator', 'editor', 'viewer'];
const attempt = (work: Promise<unknown>) => void work.catch(toastError);

async function changeRole(user: SiteUser, role: Role, reload: () => void): Promise<void> {
  await site.post(`/admin/update/${user.ID}`, { role });
  toast(words.changed(user.name, text.roles[role]));
  if (isMe(user)) await openSession();
  else reload();
}

const inviteAgain = ({ ID }: SiteUser) => site.post<{ admin: SiteUser }>(`/admin/invite/${ID}`).then((it) => it.admin);

type Acts = {
  reload: () => void;
  onInvited: (answer: SiteUser) => void;
  onRemove: (user: SiteUser) => void;
  onSignOut: (user: SiteUser) => void;
  onRemoveFactors: (user: SiteUser) => void;
  onLower: (lowering: Lowering) => void;
};

type Lowering = { to: string; onConfirm: () => Promise<void> };

function chooseRole(user: SiteUser, role: Role, { reload, onLower }: Pick<Acts, 'reload' | 'onLower'>): void {
  const change = () => changeRole(user, role, reload);
  if (role === user.role) return;
  if (isMe(user)) onLower({ to: text.roles[role], onConfirm: change });
  else attempt(change());
}

function actionsOf(user: SiteUser, { onInvited, onRemove, onSignOut, onRemoveFactors, ...choosing }: Acts): MenuItem[] {
  const isInvited = user.status === 'invited';
  return [
    ...roles.map((role) => ({
      label: text.roles[role],
      isChecked: user.role === role,
      isDisabled: user.wordpress,
      onSelect: () => chooseRole(user, role, choosing),
    })),
    ...(isInvited
      ? [
          {
            label: words.inviteAgain,
            icon: 'mail' as const,
            isApart: true,
            onSelect: () => attempt(inviteAgain(user).then(onInvited)),
          },
        ]
      : []),
    ...(isInvited || isMe(user)
      ? []
      : [
          { label: words.signOut, icon: 'leave' as const, isApart: true, onSelect: () => onSignOut(user) },
          // For dashboard accounts, second factors are removed in the dashboard.
          ...(user.joined
            ? []
            : [{ label: words.removeFactors, icon: 'key' as const, onSelect: () => onRemoveFactors(user) }]),
        ]),
    {
      label: isInvited ? words.cancel : words.remove,
      icon: 'trash',
      isBad: true,
      isApart: isMe(user),
      onSelect: () => onRemove(user),
    },
  ];
}
