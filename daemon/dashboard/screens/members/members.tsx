/** Members and invitations of the workspace: roles, seats, actions. */
import { useState } from 'preact/hooks';
import { AddButton } from '../../../../shared/ui/add-button.tsx';
import { date, number, relative } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { StepDown } from '../../../../shared/ui/step-down.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { useNew } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { isFull, PlanRoom } from '../../core/plan-limit.tsx';
import { may, refreshSession, workspace } from '../../core/session.ts';
import type { Invited, Member, Role } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { administersContacts, ChangeContactsRole } from './contacts-role.tsx';
import { InvitationLink, InviteMember } from './invite.tsx';
import { isMe, loadMembers, nameOf } from './load-members.ts';
import { RemoveMember } from './remove-member.tsx';

const words = text.members;

const columns: Column<Member>[] = [
  { key: 'name', head: words.name, isGrowing: true, cell: (member) => <Who member={member} /> },
  {
    key: 'role',
    head: words.role,
    class: 'roles',
    cell: ({ role, isOwner, contactsRole }) => (
      <>
        {text.roles[role]} {isOwner && <span class="tag">{words.owner}</span>}
        {contactsRole && <span class="second">{words.contacts.in(words.contacts.roles[contactsRole])}</span>}
      </>
    ),
  },
  {
    key: 'joined',
    head: words.joined,
    isWide: true,
    isNumber: true,
    cell: ({ status, createdAt }) =>
      status === 'invited' ? <span class="tag warn">{words.invitedAt(relative(createdAt))}</span> : date(createdAt),
  },
];

function Who({ member }: { member: Member }) {
  const { name, email, status } = member;
  return (
    <NameCell
      name={
        <>
          {name ?? email} {isMe(member) && <span class="tag">{words.you}</span>}
        </>
      }
      note={status === 'invited' ? words.invited : email}
    />
  );
}

function seats(): string | undefined {
  const { usage, limits } = workspace.value ?? {};
  if (!usage || !limits) return undefined;
  return limits.members === null ? words.seatsOpen(usage.members) : words.seats(usage.members, number(limits.members));
}

export function Members() {
  const members = useLoad(loadMembers, []);
  const [invited, setInvited] = useState<Invited>();
  const [removing, setRemoving] = useState<Member>();
  const [lowering, setLowering] = useState<Lowering>();
  const [changing, setChanging] = useState<Member>();
  const canInvite = may('admin') && !isFull('members');
  const [isInviting, setInviting] = useNew(canInvite);
  const showInvited = (answer: Invited) => {
    setInvited(answer);
    members.reload();
  };
  const actions = useActions({
    reload: members.reload,
    onInvited: showInvited,
    onRemove: setRemoving,
    onLower: setLowering,
    onContactsRole: setChanging,
  });
  return (
    <Screen
      title={words.title}
      note={seats() ?? ' '}
      actions={canInvite && <AddButton label={words.invite} onAdd={() => setInviting(true)} />}
    >
      <div class="stack">
        <PlanRoom noun="members" />
        <section class="card">
          <Show of={members}>
            {(all) => (
              <>
                <Table
                  label={words.title}
                  rows={all}
                  columns={columns}
                  nameOf={nameOf}
                  actions={may('admin') ? actions : undefined}
                />
                {all.length === 1 && (
                  <Empty icon="people" title={words.alone}>
                    {words.aloneNote}
                  </Empty>
                )}
              </>
            )}
          </Show>
        </section>
      </div>
      {isInviting && <InviteMember onClose={() => setInviting(false)} onInvited={showInvited} />}
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(undefined)} />}
      {changing && (
        <ChangeContactsRole member={changing} onClose={() => setChanging(undefined)} onChanged={members.reload} />
      )}
      {lowering && <StepDown {...lowering} onClose={() => setLowering(undefined)} />}
      {removing && <RemoveMember member={removing} onClose={() => setRemoving(undefined)} onRemoved={members.reload} />}
    </Screen>
  );
}

type Lowering = { to: string; onConfirm: () => Promise<void> };

const roles: Role[] = ['admin', 'member', 'viewer'];

/** Handlers of an admin's actions. The owner stays an admin and can only be replaced by transferring the workspace. */
type ActionHandlers = {
  reload: () => void;
  onInvited: (answer: Invited) => void;
  onRemove: (member: Member) => void;
  onLower: (lowering: Lowering) => void;
  onContactsRole: (member: Member) => void;
};

function useActions({
  reload,
  onInvited,
  onRemove,
  onLower,
  onContactsRole,
}: ActionHandlers): (member: Member) => MenuItem[] {
  const attempt = (work: () => Promise<unknown>) => void work().catch(toastError);
  const changeRole = async (member: Member, role: Role) => {
    await api.patch(`/members/${member.id}`, { role });
    toast(words.changed(nameOf(member), text.roles[role]));
    if (isMe(member)) await refreshSession();
    reload();
  };
  const choose = (member: Member, role: Role) => {
    const change = () => changeRole(member, role);
    if (role === member.role) return;
    if (isMe(member)) onLower({ to: text.roles[role], onConfirm: change });
    else attempt(change);
  };
  return (member) => {
    const isInvited = member.status === 'invited';
    return [
      ...roles.map((role) => ({
        label: text.roles[role],
        isChecked: member.role === role,
        isDisabled: member.isOwner,
        onSelect: () => choose(member, role),
      })),
      ...(isInvited
        ? [
            {
              label: words.resend,
              icon: 'mail' as const,
              isApart: true,
              onSelect: () => attempt(() => api.post<Invited>(`/members/${member.id}/resend`).then(onInvited)),
            },
          ]
        : []),
      ...(administersContacts()
        ? [{ label: words.contacts.change, isApart: !isInvited, onSelect: () => onContactsRole(member) }]
        : []),
      {
        label: isInvited ? words.cancel : words.remove,
        icon: 'trash',
        isBad: true,
        isApart: !isInvited,
        isDisabled: member.isOwner,
        onSelect: () => onRemove(member),
      },
    ];
  };
}
