/** QR codes: of one link with a preview of its look, or of many in one archive. */
import { useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../api.ts';
import { workspace } from '../../session.ts';
import { text } from '../../text/text.ts';
import type { PlanList } from '../../types.ts';
import type { QrLink } from './qr-look.ts';
import { QrMany } from './qr-many.tsx';
import { QrOne } from './qr-one.tsx';

export type ColourGate = { mayColour: boolean; plan?: string };

export function QrDialog({ links, onClose }: { links: readonly QrLink[]; onClose: () => void }) {
  const plans = useLoad((signal) => api.get<PlanList>('/plans', {}, signal).then((answer) => answer.plans), []);
  const withColours = plans.data?.filter(({ features }) => features.includes('fg')).map(({ plan }) => plan);
  const own = workspace.value?.plan;
  const gate: ColourGate = {
    mayColour: !withColours || !own || withColours.includes(own),
    plan: withColours?.[0] && text.plans[withColours[0]],
  };
  const [only] = links;
  return only && links.length === 1 ? (
    <QrOne link={only} gate={gate} onClose={onClose} />
  ) : (
    <QrMany links={links} gate={gate} onClose={onClose} />
  );
}
