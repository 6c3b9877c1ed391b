/** QR codes of links, as the service draws them. */
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { apiUrl } from '../../api.ts';
import { text } from '../../text/text.ts';
import type { Link } from '../../types.ts';

export function QrDialog({ links, onClose }: { links: Link[]; onClose: () => void }) {
  return (
    <Dialog title={text.qr.title} onClose={onClose}>
      <div class="stack">
        {links.map(({ id, slug, shortUrl }) => (
          <img key={id} src={apiUrl(`/links/${id}/qr`)} alt={shortUrl} width={192} height={192} title={slug} />
        ))}
      </div>
    </Dialog>
  );
}
