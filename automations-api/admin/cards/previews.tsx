/** Previews of a card's unsaved values and of the rows of its table. */
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { useLoad } from '../../../shared/ui/load.ts';
import { Show } from '../../../shared/ui/states.tsx';
import { site } from '../core/api.ts';
import { PageFrame } from '../core/page-frame.tsx';
import { text } from '../text/text.ts';

type Previewed = { name: string; row?: string; values?: Record<string, unknown> };

export const loadPreview = async (previewed: Previewed, signal: AbortSignal): Promise<string> =>
  (await site.post<{ preview: { url: string } }>('/card/preview', previewed, { signal })).preview.url;

type RowPreviewProps = { card: string; row: { id: string; name: string }; onClose: () => void };

export function RowPreview({ card, row: { id, name }, onClose }: RowPreviewProps) {
  const preview = useLoad((signal) => loadPreview({ name: card, row: id }, signal), [card, id]);
  const title = text.preview.of(name);
  return (
    <Dialog title={title} isWide onClose={onClose}>
      <div class="preview-page">
        <Show of={preview}>{(url) => <PageFrame title={title} url={url} theme="light" />}</Show>
      </div>
    </Dialog>
  );
}
