/** The action that leaves a workspace that another user owns. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Button } from '../../../../../shared/ui/button.tsx';
import { CardAct } from '../../../../../shared/ui/card-form.tsx';
import { Confirm } from '../../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { pathTo } from '../../../core/routes.ts';
import { membership, openOtherWorkspace } from '../../../core/session.ts';
import { text } from '../../../text/text.ts';

const words = text.workspace;

export function Leave() {
  const { route } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const name = membership.value?.name ?? '';
  return (
    <CardAct title={words.leave} note={words.leaveNote}>
      <Button isBad icon="leave" onClick={() => setOpen(true)}>
        {words.leaveAction}
      </Button>
      {isOpen && (
        <Confirm
          title={words.leaveTitle(name)}
          action={words.leaveAction}
          onClose={() => setOpen(false)}
          onConfirm={async () => {
            await api.post('/workspace/leave', undefined);
            await openOtherWorkspace();
            toast(words.left(name));
            route(pathTo('overview'));
          }}
        >
          {words.leaveNote}
        </Confirm>
      )}
    </CardAct>
  );
}
