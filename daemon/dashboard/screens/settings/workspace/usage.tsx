/** Usage of the plan's limits; without limits, only the usage. */
import { date, number } from '../../../../../shared/ui/format.ts';
import { pathTo } from '../../../core/routes.ts';
import type { Workspace } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.workspace;
const counts = ['links', 'clicks', 'domains', 'members'] as const;

export function Usage({ workspace: { plan, unlimited, limits, usage } }: { workspace: Workspace }) {
  const resets = date(usage.resetsAt, 'UTC');
  return (
    <section class="card">
      <header>
        <h2>{words.usage}</h2>
        {!unlimited && (
          <a class="text small" href={pathTo('billing')}>
            {words.plan}
          </a>
        )}
      </header>
      <div class="body">
        <p class="soft">{unlimited ? words.usageNoLimits(resets) : words.usageNote(text.plans[plan], resets)}</p>
        <div class="meters">
          {counts.map((name) => (
            <Meter key={name} name={name} used={usage[name]} limit={limits[name]} isPlain={unlimited} />
          ))}
        </div>
      </div>
      {!unlimited && (
        <footer>
          <Fact name={words.retention} value={limits.retentionDays} format={words.days} />
          <Fact name={words.requests} value={limits.requestsPerMinute} />
          <Fact name={words.keys} value={limits.keys} />
        </footer>
      )}
    </section>
  );
}

type MeterProps = {
  name: (typeof counts)[number];
  used: number;
  limit: number | null;
  /** True to show only the number. */
  isPlain: boolean;
};

function Meter({ name, used, limit, isPlain }: MeterProps) {
  const part = limit === null ? 0 : Math.min(1, used / Math.max(1, limit));
  const open = isPlain ? number(used) : `${number(used)} (${words.noLimit})`;
  const shown = limit === null ? open : words.of(number(used), number(limit));
  return (
    <div>
      <div class="said">
        <span>{words.meters[name]}</span>
        <b>{shown}</b>
      </div>
      {!isPlain && (
        <div class={part >= 1 ? 'meter full' : 'meter'}>
          <i style={{ inlineSize: `${part * 100}%` }} />
        </div>
      )}
      {name === 'clicks' && limit !== null && <small class="soft">{words.clicksNote}</small>}
    </div>
  );
}

type FactProps = { name: string; value: number | null; format?: (value: number) => string };

const Fact = ({ name, value, format = number }: FactProps) => (
  <span>
    {name}: <b>{value === null ? words.noLimit : format(value)}</b>
  </span>
);
