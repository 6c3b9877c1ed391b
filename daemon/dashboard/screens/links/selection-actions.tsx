/** Actions on the selected links. */
import { Button } from '../../../../shared/ui/button.tsx';
import { may } from '../../core/session.ts';
import { text } from '../../text/text.ts';

const words = text.links;

type Props = {
  archived: 'false' | 'true' | 'all';
  onEdit: () => void;
  onTag: () => void;
  onArchive: () => void;
  onUnarchive: () => void;
  /** Opens the QR codes; `undefined` if some of the selected links have not been loaded. */
  onQr: (() => void) | undefined;
  onDelete: () => void;
};

export function SelectionActions({ archived, onEdit, onTag, onArchive, onUnarchive, onQr, onDelete }: Props) {
  return (
    <>
      {may('member') && (
        <>
          <Button icon="edit" onClick={onEdit}>
            {text.actions.edit}
          </Button>
          <Button icon="tag" onClick={onTag}>
            {words.tag}
          </Button>
          {archived !== 'true' && (
            <Button icon="archive" onClick={onArchive}>
              {words.archive}
            </Button>
          )}
          {archived !== 'false' && (
            <Button icon="archive" onClick={onUnarchive}>
              {words.unarchive}
            </Button>
          )}
        </>
      )}
      <Button icon="qr" onClick={onQr} disabled={!onQr} title={onQr ? undefined : words.qrOnlySeen}>
        {words.qrCodes}
      </Button>
      {may('member') && (
        <Button icon="trash" isBad onClick={onDelete}>
          {text.actions.delete}
        </Button>
      )}
    </>
  );
}
