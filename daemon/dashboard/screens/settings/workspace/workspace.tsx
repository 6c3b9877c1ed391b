/** Settings of the workspace: name, usage, own networks, new workspaces, and leaving, transferring or deleting it. */
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../../shared/ui/states.tsx';
import { membership, refreshWorkspace, workspace } from '../../../core/session.ts';
import { isMe, loadMembers } from '../../members/load-members.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { Contacts } from './contacts.tsx';
import { DeleteWorkspace } from './delete-workspace.tsx';
import { Leave } from './leave.tsx';
import { MoreWorkspaces } from './new-workspace.tsx';
import { OwnNetworks } from './own-networks.tsx';
import { Rename } from './rename.tsx';
import { Reports } from './reports.tsx';
import { Transfer } from './transfer.tsx';
import { Usage } from './usage.tsx';

export function Workspace() {
  const { value } = workspace;
  return (
    <SettingsScreen name="workspace">
      <div class="stack">
        <Rename key={membership.value?.id} />
        {value ? (
          <>
            <Usage workspace={value} />
            <OwnNetworks key={value.id} workspace={value} />
          </>
        ) : (
          <section class="card">
            <Bones rows={4} height={30} />
          </section>
        )}
        <Reports key={`reports of ${membership.value?.id}`} />
        <Contacts />
        <MoreWorkspaces />
        <Ownership />
      </div>
    </SettingsScreen>
  );
}

/** Shows how to give the workspace up. The owner can transfer or delete it; others can leave. */
function Ownership() {
  const members = useLoad(loadMembers, []);
  const again = () => {
    members.reload();
    void refreshWorkspace();
  };
  return (
    <Show of={{ ...members, reload: again }} bones={<Bones rows={2} height={46} />}>
      {(all) =>
        all.some((member) => isMe(member) && member.isOwner) ? (
          <>
            <Transfer members={all} onDone={members.reload} />
            <DeleteWorkspace />
          </>
        ) : (
          <Leave />
        )
      }
    </Show>
  );
}
