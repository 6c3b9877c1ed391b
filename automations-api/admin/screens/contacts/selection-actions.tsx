/** Buttons for the selected contacts. */
import { Button } from '../../../../shared/ui/button.tsx';
import { text } from '../../text/text.ts';
import type { ManyAct } from './bulk-dialogs.tsx';

const words = text.contacts.many;

type SelectionActsProps = { onAct: (act: ManyAct) => void; onExport: () => void };

export const SelectionActs = ({ onAct, onExport }: SelectionActsProps) => (
  <>
    <Button icon="tag" onClick={() => onAct('tags')}>
      {words.tags}
    </Button>
    <Button icon="list" onClick={() => onAct('lists')}>
      {words.lists}
    </Button>
    <Button icon="check" onClick={() => onAct('status')}>
      {words.status}
    </Button>
    <Button icon="fields" onClick={() => onAct('field')}>
      {words.field}
    </Button>
    <Button icon="download" onClick={onExport}>
      {text.contacts.export}
    </Button>
    <Button icon="trash" isBad onClick={() => onAct('delete')}>
      {text.actions.delete}
    </Button>
  </>
);
