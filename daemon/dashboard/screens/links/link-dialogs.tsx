/** The actions of the list and of a link's page, and the dialogs they open. */
import { lazy } from 'preact-iso';
import { copyText } from '../../../../shared/ui/button.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { archive, unarchive } from './actions.ts';
import type { useRun } from './bulk-run.ts';
import type { RowActions } from './row-menu.ts';

const words = text.links;
const EditMany = lazy(() => import('./edit-many.tsx').then((m) => m.EditMany));
const TagMany = lazy(() => import('./bulk-dialogs.tsx').then((m) => m.TagMany));
const DeleteMany = lazy(() => import('./bulk-dialogs.tsx').then((m) => m.DeleteMany));
const FailedMany = lazy(() => import('./bulk-dialogs.tsx').then((m) => m.FailedMany));
const LinkForm = lazy(() => import('../link-form/link-form.tsx').then((m) => m.LinkForm));
const QrDialog = lazy(() => import('../qr/qr-dialog.tsx').then((m) => m.QrDialog));

export type OpenDialog =
  | { is: 'edit' | 'duplicate'; link: Link }
  | { is: 'qr'; links: Link[] }
  | { is: 'editMany' | 'tag'; ids: string[] }
  | { is: 'delete'; ids: string[]; name?: string };

type Run = ReturnType<typeof useRun>;

export const linkActions = ({ run }: Run, onOpen: (dialog: OpenDialog) => void): RowActions => ({
  edit: (link) => onOpen({ is: 'edit', link }),
  duplicate: (link) => onOpen({ is: 'duplicate', link }),
  copy: (link) =>
    void copyText(link.shortUrl).then((isDone) => toast(isDone ? words.copied(link.shortUrl) : words.notCopied)),
  qr: (link) => onOpen({ is: 'qr', links: [link] }),
  archive: (link) => void run(link.archived ? unarchive : archive, [link.id]),
  remove: (link) => onOpen({ is: 'delete', ids: [link.id], name: link.slug }),
});

type Props = {
  dialog: OpenDialog | undefined;
  run: Run;
  /** Names a link in the report of failures. */
  nameOf: (id: string) => string;
  onAdd: (link: Link) => void;
  onChange: (link: Link) => void;
  onClose: () => void;
};

export function LinkDialogs({ dialog, run, nameOf, onAdd, onChange, onClose }: Props) {
  return (
    <>
      {dialog?.is === 'editMany' && (
        <EditMany count={dialog.ids.length} onRun={(action) => void run.run(action, dialog.ids)} onClose={onClose} />
      )}
      {dialog?.is === 'tag' && (
        <TagMany count={dialog.ids.length} onRun={(action) => void run.run(action, dialog.ids)} onClose={onClose} />
      )}
      {dialog?.is === 'delete' && (
        <DeleteMany
          count={dialog.ids.length}
          name={dialog.name}
          onRun={(action) => void run.run(action, dialog.ids)}
          onClose={onClose}
        />
      )}
      {run.ended && (
        <FailedMany
          ended={run.ended}
          nameOf={nameOf}
          onRetry={(again) => {
            run.forget();
            if (run.ended) void run.run(run.ended.action, again);
          }}
          onClose={run.forget}
        />
      )}
      {dialog?.is === 'qr' && <QrDialog links={dialog.links} onClose={onClose} />}
      {dialog?.is === 'edit' && <LinkForm link={dialog.link} onClose={onClose} onDone={onChange} />}
      {dialog?.is === 'duplicate' && <LinkForm duplicated={dialog.link} onClose={onClose} onDone={onAdd} />}
    </>
  );
}
