/** QR codes of one link, with a preview, or of many links in an archive. */
import { useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import { workspace } from '../../core/session.ts';
import type { Domain, PlanList } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import type { LookGate, QrLink } from './qr-look.ts';
import { QrMany } from './qr-many.tsx';
import { QrOne } from './qr-one.tsx';

export function QrDialog({ links, onClose }: { links: readonly QrLink[]; onClose: () => void }) {
  const plans = useLoad((signal) => api.get<PlanList>('/plans', {}, signal).then((answer) => answer.plans), []);
  const withColours = plans.data?.filter(({ features }) => features.includes('fg')).map(({ plan }) => plan);
  const own = workspace.value?.plan;
  const gate: LookGate = {
    canColour: !withColours || !own || withColours.includes(own),
    plan: withColours?.[0] && text.plans[withColours[0]],
    hasBrandLogo: useBrandLogo(links),
  };
  const [only] = links;
  return only && links.length === 1 ? (
    <QrOne link={only} gate={gate} onClose={onClose} />
  ) : (
    <QrMany links={links} gate={gate} onClose={onClose} />
  );
}

function useBrandLogo(links: readonly QrLink[]): boolean | undefined {
  const { data } = useLoad((signal) => api.get<{ domains: Domain[] }>('/domains', {}, signal), []);
  const [first, ...others] = new Set(links.map(({ domain }) => domain));
  return data?.domains.some(
    ({ hostname, logo }) => hostname === first && others.length === 0 && logo.status !== 'none',
  );
}
