/** A contact's status as a menu that changes it. */
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { statusNames, statusOf } from '../../core/statuses.ts';
import type { ContactRecord, StatusName } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { statusColours } from './status-badge.tsx';

type StatusMenuProps = {
  contact: Pick<ContactRecord, 'email' | 'status'>;
  onChoose: (status: StatusName) => void;
};

export function StatusMenu({ contact, onChoose }: StatusMenuProps) {
  const now = statusOf(contact.status);
  return (
    <Menu
      label={text.contacts.status.menu(contact.email, text.statuses[now])}
      class={`${statusColours[now]} status-menu`}
      items={statusNames.map((name) => ({
        label: text.statuses[name],
        isChecked: name === now,
        onSelect: () => onChoose(name),
      }))}
    >
      {text.statuses[now]}
      <Icon name="down" size={11} />
    </Menu>
  );
}
