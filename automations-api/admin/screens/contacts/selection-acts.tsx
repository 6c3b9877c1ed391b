/** What can be done with the contacts that are selected. */
import { Button } from '../../../../shared/ui/button.tsx';
import { text } from '../../text/text.ts';
import type { ManyAct } from './act-on-many.tsx';

const words = text.contacts.many;

export const SelectionActs = ({ onAct }: { onAct: (act: ManyAct) => void }) => (
  <>
    <Button icon="tag" onClick={() => onAct('tags')}>
      {words.tags}
    </Button>
    <Button icon="list" onClick={() => onAct('lists')}>
      {words.lists}
    </Button>
    <Button icon="edit" onClick={() => onAct('status')}>
      {words.status}
    </Button>
    <Button icon="trash" isBad onClick={() => onAct('delete')}>
      {text.actions.delete}
    </Button>
  </>
);
