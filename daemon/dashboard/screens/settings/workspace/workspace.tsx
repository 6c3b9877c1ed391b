/** The workspace: its name, what is used of its plan, more workspaces, and how one leaves it, hands it on or ends it. */
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones } from '../../../../../shared/ui/states.tsx';
import { membership, workspace } from '../../../session.ts';
import { text } from '../../../text/text.ts';
import { isMe, loadMembers } from '../../members/members.tsx';
import { SettingsScreen } from '../settings.tsx';
import { DeleteWorkspace } from './delete-workspace.tsx';
import { Leave } from './leave.tsx';
import { MoreWorkspaces } from './new-workspace.tsx';
import { Rename } from './rename.tsx';
import { Transfer } from './transfer.tsx';
import { Usage } from './usage.tsx';

const words = text.workspace;

export function Workspace() {
  const { value } = workspace;
  return (
    <SettingsScreen name="workspace">
      <div class="stack">
        {value?.status === 'suspended' && <p class="notice warn">{words.suspended}</p>}
        <Rename key={membership.value?.id} />
        {value ? (
          <Usage workspace={value} />
        ) : (
          <section class="card">
            <Bones rows={4} height={30} />
          </section>
        )}
        <MoreWorkspaces />
        <Ends />
      </div>
    </SettingsScreen>
  );
}

/** Who owns it hands it on or deletes it; all others leave. */
function Ends() {
  const members = useLoad(loadMembers, []);
  if (!members.data) return null;
  const isOwner = members.data.some((member) => isMe(member) && member.isOwner);
  if (!isOwner) return <Leave />;
  return (
    <>
      <Transfer members={members.data} onDone={members.reload} />
      <DeleteWorkspace />
    </>
  );
}
