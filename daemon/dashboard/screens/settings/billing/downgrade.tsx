/** The dialog that confirms a downgrade and shows what is lost. */
import { Confirm } from '../../../../../shared/ui/dialog.tsx';
import { number } from '../../../../../shared/ui/format.ts';
import type { Workspace } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';
import { featuresBeyond, type PlanDescription } from './plans.ts';

const words = text.billing;

type DowngradeProps = {
  workspace: Workspace;
  from: PlanDescription;
  to: PlanDescription;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

export function Downgrade({ workspace, from, to, onConfirm, onClose }: DowngradeProps) {
  const name = text.plans[to.plan];
  const lost = lossesOf(workspace, from, to);
  return (
    <Confirm title={words.downTitle(name)} action={words.choose(name)} onConfirm={onConfirm} onClose={onClose}>
      <div class="stack">
        <p>{words.downNote}</p>
        <ul class="losses">
          {lost.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </Confirm>
  );
}

function lossesOf({ usage }: Workspace, from: PlanDescription, { limits, ...to }: PlanDescription): string[] {
  const lines = featuresBeyond(from, { limits, ...to }).map(words.lost.feature);
  const days = limits.retentionDays;
  if (days !== null && (from.limits.retentionDays ?? Number.POSITIVE_INFINITY) > days)
    lines.push(words.lost.history(days));
  for (const noun of ['domains', 'members', 'links'] as const) {
    const limit = limits[noun];
    if (limit !== null && usage[noun] > limit) lines.push(words.lost[noun](number(usage[noun]), number(limit)));
  }
  return lines;
}
