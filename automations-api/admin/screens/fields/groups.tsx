/** Field groups: create, rename, delete, move. */
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { MoreMenu } from '../../../../shared/ui/menu.tsx';
import { NameDialog } from '../../../../shared/ui/name-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { FieldGroup } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.fields.groups;

export type GroupAction = { is: 'rename' | 'delete'; group: FieldGroup };

type GroupMenuProps = {
  group: FieldGroup;
  at: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onAction: (action: GroupAction) => void;
};

export const GroupMenu = ({ group, at, count, onMove, onAction }: GroupMenuProps) => (
  <MoreMenu
    name={group.name}
    class="btn bare icon"
    items={[
      { label: text.actions.rename, icon: 'edit', onSelect: () => onAction({ is: 'rename', group }) },
      { label: words.up, icon: 'ascending', isDisabled: at === 0, onSelect: () => onMove(-1) },
      { label: words.down, icon: 'descending', isDisabled: at === count - 1, onSelect: () => onMove(1) },
      { label: text.actions.delete, icon: 'trash', isBad: true, onSelect: () => onAction({ is: 'delete', group }) },
    ]}
  />
);

type DialogProps = { onClose: () => void; onDone: () => void };

export const AddGroup = ({ onClose, onDone }: DialogProps) => (
  <NameDialog
    title={words.add}
    label={words.name}
    hint={words.hint}
    maxLength={longestLabel}
    action={text.actions.create}
    onClose={onClose}
    save={async (name) => {
      await api.post('/field-group/add', { name });
      onDone();
    }}
  />
);

export function ChangeGroup({ action: { is, group }, onClose, onDone }: DialogProps & { action: GroupAction }) {
  if (is === 'rename') {
    return (
      <NameDialog
        title={text.terms.renameTitle(group.name)}
        label={words.name}
        name={group.name}
        maxLength={longestLabel}
        action={text.actions.save}
        onClose={onClose}
        save={async (name) => {
          await api.post(`/field-group/update/${group.ID}`, { name });
          onDone();
        }}
      />
    );
  }
  return (
    <Confirm
      title={words.deleteTitle(group.name)}
      action={text.actions.delete}
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/field-group/${group.ID}`);
        toast(words.deleted(group.name));
        onDone();
      }}
    >
      {words.deleteNote}
    </Confirm>
  );
}
