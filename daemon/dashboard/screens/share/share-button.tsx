/** The button that opens the dialog to share analytics. The dialog is loaded once it is opened. */

import { useState } from 'preact/hooks';
import { lazy } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { may } from '../../core/session.ts';
import { text } from '../../text/text.ts';
import { findShare, type Subject } from './find-share.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx').then((m) => m.ShareDialog));

/** Shows the button to users who can create a share page, and to others if one exists. */
export function ShareButton(subject: Subject) {
  const { path } = subject;
  const [isOpen, setOpen] = useState(false);
  const canCreate = may('member');
  const { data } = useLoad(canCreate ? undefined : (signal) => findShare(path, signal), [path]);
  if (!canCreate && !data) return null;
  return (
    <>
      <Button icon="share" onClick={() => setOpen(true)}>
        {text.share.button}
      </Button>
      {isOpen && <ShareDialog {...subject} onClose={() => setOpen(false)} />}
    </>
  );
}
