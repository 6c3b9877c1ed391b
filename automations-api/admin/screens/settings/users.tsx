/** Users with a role in contacts, open invitations, and users of WordPress, whose roles are managed there. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { AddButton } from '../../../../shared/ui/add-button.tsx';
import { date, relative } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { StepDown } from '../../../../shared/ui/step-down.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { useNew } from '../../../../shared/ui/url-state.ts';
import { site } from '../../core/api.ts';
import { openSession, session } from '../../core/session.ts';
import { isoOf, Time } from '../../core/times.tsx';
import type { Invitation, Role, SiteUser, WordPressPerson } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { SettingsScreen } from './core/settings.tsx';
import { type Added, InviteUser } from './invite-user.tsx';
import { RemoveUser, RevokeInvitation, SignOutUser } from './remove-user.tsx';

const words = text.users;
const roles: Role[] = ['administrator', 'editor', 'viewer'];

type AnyUser = Pick<SiteUser, 'ID' | 'name' | 'email' | 'role'>;
type UserLists = { admins: SiteUser[]; invitations: Invitation[]; wordpress: WordPressPerson[] };

const isMe = ({ ID }: AnyUser, wordpress = false) =>
  session.value?.user.ID === ID && session.value.user.wordpress === wordpress;

const roleColumn = { key: 'role', head: words.role, cell: ({ role }: { role: Role }) => text.roles[role] };
const nameColumn = (wordpress: boolean) => ({
  key: 'name',
  head: words.name,
  isGrowing: true,
  cell: (user: AnyUser) => (
    <NameCell
      name={
        <>
          {user.name} {isMe(user, wordpress) && <span class="tag">{words.you}</span>}
        </>
      }
      note={user.email}
    />
  ),
});

const userColumns: Column<SiteUser>[] = [
  nameColumn(false),
  roleColumn,
  { key: 'since', head: words.since, isWide: true, cell: ({ created_at: at }) => date(isoOf(at)) },
];
const invitationColumns: Column<Invitation>[] = [
  {
    key: 'email',
    head: words.email,
    isGrowing: true,
    cell: ({ email, created_at: at }) => <NameCell name={email} note={words.invitedAt(relative(isoOf(at)))} />,
  },
  roleColumn,
  { key: 'expires', head: words.expires, isWide: true, cell: ({ expires_at: at }) => date(isoOf(at)) },
];
const wordPressColumns: Column<WordPressPerson>[] = [
  nameColumn(true),
  roleColumn,
  { key: 'used', head: words.lastUsed, isWide: true, cell: ({ last_used_at: at }) => <Time at={at} /> },
];

export function Users() {
  const users = useLoad((signal) => site.get<UserLists>('/admins', {}, signal), []);
  const canChange = session.value?.user.wordpress === false;
  const [isInviting, setInviting] = useNew(canChange);
  const [dialog, setDialog] = useState<ComponentChildren>();
  const handlers: Handlers = { reload: users.reload, ask: setDialog, close: () => setDialog(undefined) };
  const onAdded = ({ admin, invitation }: Added) => {
    if (admin) toast(words.added(admin.name));
    if (invitation) announceInvitation(invitation);
    users.reload();
  };
  return (
    <SettingsScreen
      name="users"
      note={canChange ? undefined : words.noteOfWordPress}
      actions={canChange && <AddButton label={words.invite} onAdd={() => setInviting(true)} />}
    >
      <Show of={users}>
        {({ admins, invitations, wordpress }) => (
          <div class="stack">
            <section class="card">
              <Table
                label={words.title}
                rows={admins}
                columns={userColumns}
                nameOf={emailOf}
                actions={canChange ? (user) => actionsOf(user, handlers) : undefined}
              />
            </section>
            {invitations.length > 0 && (
              <Card title={words.invitations}>
                <Table
                  label={words.invitations}
                  rows={invitations}
                  columns={invitationColumns}
                  nameOf={emailOf}
                  actions={canChange ? (invitation) => actionsOfInvitation(invitation, handlers) : undefined}
                />
              </Card>
            )}
            {wordpress.length > 0 && (
              <Card title={words.ofWordPress} note={words.ofWordPressNote}>
                <Table label={words.ofWordPress} rows={wordpress} columns={wordPressColumns} />
              </Card>
            )}
          </div>
        )}
      </Show>
      {isInviting && <InviteUser onClose={() => setInviting(false)} onAdded={onAdded} />}
      {dialog}
    </SettingsScreen>
  );
}

const emailOf = ({ email }: { email: string }) => email;

const Card = ({ title, note, children }: { title: string; note?: string; children: ComponentChildren }) => (
  <section class="card">
    <header>
      <h2>{title}</h2>
      {note && <span>{note}</span>}
    </header>
    {children}
  </section>
);

const announceInvitation = ({ email }: Invitation) =>
  toast(session.value?.site.mail ? words.invited(email) : words.inFile(email));

/** Functions for the rows' buttons. `ask` shows a dialog; `close` removes it. */
type Handlers = { reload: () => void; ask: (dialog: ComponentChildren) => void; close: () => void };

const attempt = (work: Promise<unknown>) => void work.catch(toastError);

async function changeRole(user: SiteUser, role: Role, reload: () => void): Promise<void> {
  await site.post(`/admin/update/${user.ID}`, { role });
  toast(words.changed(user.name, text.roles[role]));
  if (isMe(user)) await openSession();
  else reload();
}

function chooseRole(user: SiteUser, role: Role, { reload, ask, close }: Handlers): void {
  const change = () => changeRole(user, role, reload);
  if (role === user.role) return;
  if (isMe(user)) ask(<StepDown to={text.roles[role]} onConfirm={change} onClose={close} />);
  else attempt(change());
}

function actionsOf(user: SiteUser, handlers: Handlers): MenuItem[] {
  const { reload, ask, close } = handlers;
  const signOut: MenuItem = {
    label: words.signOut,
    icon: 'leave',
    isApart: true,
    onSelect: () => ask(<SignOutUser user={user} onClose={close} />),
  };
  return [
    ...roles.map((role) => ({
      label: text.roles[role],
      isChecked: user.role === role,
      onSelect: () => chooseRole(user, role, handlers),
    })),
    ...(isMe(user) ? [] : [signOut]),
    {
      label: words.remove,
      icon: 'trash',
      isBad: true,
      isApart: isMe(user),
      onSelect: () => ask(<RemoveUser user={user} isMe={isMe(user)} onClose={close} onRemoved={reload} />),
    },
  ];
}

const actionsOfInvitation = (invitation: Invitation, { reload, ask, close }: Handlers): MenuItem[] => [
  {
    label: words.resend,
    icon: 'mail',
    onSelect: () =>
      attempt(
        site.post(`/invitation/resend/${invitation.ID}`).then(() => {
          announceInvitation(invitation);
          reload();
        }),
      ),
  },
  {
    label: words.revoke,
    icon: 'trash',
    isBad: true,
    onSelect: () => ask(<RevokeInvitation invitation={invitation} onClose={close} onRevoked={reload} />),
  },
];
