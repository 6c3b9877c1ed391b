/** What can be done with the links that are selected, and how far it is. */
import { Button } from '../../../../shared/ui/button.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { may } from '../../session.ts';
import { text } from '../../text/text.ts';
import type { Progress } from './run.ts';

const words = text.links;

type Props = {
  count: number;
  /** In words, how many match; undefined where all that match are on the page, or selected. */
  all: string | undefined;
  archived: 'false' | 'true' | 'all';
  progress: Progress | undefined;
  onAll: () => void;
  onTag: () => void;
  onArchive: () => void;
  onUnarchive: () => void;
  /** Undefined where not all of them are known here. */
  onQr: (() => void) | undefined;
  onDelete: () => void;
  onCancel: () => void;
  onClear: () => void;
};

export function SelectionBar(props: Props) {
  const { count, progress, onCancel } = props;
  return (
    <div class="selection" role="toolbar" aria-label={words.selection}>
      {progress ? <Running progress={progress} onCancel={onCancel} /> : <Choices {...props} count={count} />}
    </div>
  );
}

function Running({ progress: { label, done, total }, onCancel }: { progress: Progress; onCancel: () => void }) {
  return (
    <>
      <b aria-live="polite">{label}</b>
      <progress class="links-progress" value={total === undefined ? undefined : done} max={total} aria-label={label} />
      <span class="soft">{total === undefined ? number(done) : words.doneOf(number(done), number(total))}</span>
      <Button onClick={onCancel}>{text.ui.cancel}</Button>
    </>
  );
}

function Choices({ count, all, archived, onAll, onTag, onArchive, onUnarchive, onQr, onDelete, onClear }: Props) {
  return (
    <>
      <b aria-live="polite">{words.selected(count)}</b>
      {all && (
        <Button kind="bare" onClick={onAll}>
          {words.selectAllOf(all)}
        </Button>
      )}
      <span class="links-gap" />
      {may('member') && (
        <>
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
      <Button kind="bare" icon="close" label={words.clearSelection} onClick={onClear} />
    </>
  );
}
