/** Buttons for the selected contacts. */
import { Button } from '../../../../shared/ui/button.tsx';
import { text } from '../../text/text.ts';
import type { ManyAction } from './bulk-dialogs.tsx';

const words = text.contacts.many;

type SelectionActionsProps = { onOpen: (action: ManyAction) => void; onExport: () => void };

export const SelectionActions = ({ onOpen, onExport }: SelectionActionsProps) => (
  <>
    <Button icon="tag" onClick={() => onOpen('tags')}>
      {words.tags}
    </Button>
    <Button icon="list" onClick={() => onOpen('lists')}>
      {words.lists}
    </Button>
    <Button icon="check" onClick={() => onOpen('status')}>
      {words.status}
    </Button>
    <Button icon="fields" onClick={() => onOpen('field')}>
      {words.field}
    </Button>
    <Button icon="download" onClick={onExport}>
      {text.contacts.export}
    </Button>
    <Button icon="trash" isBad onClick={() => onOpen('delete')}>
      {text.actions.delete}
    </Button>
  </>
);
