/**
 * The dialog that removes a domain. It shows how many links are deleted with the domain, and asks for the domain's
 * name.
 */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { refreshWorkspace } from '../../core/session.ts';
import type { Domain, LinkPage } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.domains;
function lossOf({ total, totalIsAtLeast }: Partial<LinkPage> = {}): string {
  if (total !== undefined) return words.linkCount(total, false);
  return totalIsAtLeast === undefined ? words.counting : words.linkCount(totalIsAtLeast, true);
}

type RemoveDomainProps = { domain: Domain; onClose: () => void; onRemoved: () => void };

export function RemoveDomain({ domain, onClose, onRemoved }: RemoveDomainProps) {
  const { hostname, unicodeHostname } = domain;
  const page = useLoad(
    (signal) => api.get<LinkPage>('/links', { domain: hostname, archived: 'all', count: true, limit: 1 }, signal),
    [hostname],
  );
  return (
    <Confirm
      title={words.removeTitle(unicodeHostname)}
      action={words.remove}
      word={unicodeHostname}
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/domains/${domain.id}`);
        toast(words.removed(unicodeHostname));
        void refreshWorkspace();
        onRemoved();
      }}
    >
      {words.removeNote(lossOf(page.data))}
    </Confirm>
  );
}
