/** What is used of each limit of the plan. */
import { date, number } from '../../../../../shared/ui/format.ts';
import { pathTo } from '../../../core/routes.ts';
import type { Workspace } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

const words = text.workspace;
const counts = ['links', 'clicks', 'domains', 'members'] as const;

export function Usage({ workspace: { plan, limits, usage } }: { workspace: Workspace }) {
  return (
    <section class="card">
      <header>
        <h2>{words.usage}</h2>
        <a class="text small" href={pathTo('billing')}>
          {words.plan}
        </a>
      </header>
      <div class="body">
        <p class="soft">{words.usageNote(text.plans[plan], date(usage.resetsAt, 'UTC'))}</p>
        <div class="meters">
          {counts.map((name) => (
            <Meter key={name} name={name} used={usage[name]} limit={limits[name]} />
          ))}
        </div>
      </div>
      <footer>
        <Fact name={words.retention} value={limits.retentionDays} say={words.days} />
        <Fact name={words.requests} value={limits.requestsPerMinute} />
        <Fact name={words.keys} value={limits.keys} />
      </footer>
    </section>
  );
}

type MeterProps = { name: (typeof counts)[number]; used: number; limit: number | null };

function Meter({ name, used, limit }: MeterProps) {
  const part = limit === null ? 0 : Math.min(1, used / Math.max(1, limit));
  const said = limit === null ? `${number(used)} (${words.noLimit})` : words.of(number(used), number(limit));
  return (
    <div>
      <div class="said">
        <span>{words.meters[name]}</span>
        <b>{said}</b>
      </div>
      <div class={part >= 1 ? 'meter full' : 'meter'}>
        <i style={{ inlineSize: `${part * 100}%` }} />
      </div>
      {name === 'clicks' && limit !== null && <small class="soft">{words.clicksNote}</small>}
    </div>
  );
}

type FactProps = { name: string; value: number | null; say?: (value: number) => string };

const Fact = ({ name, value, say = number }: FactProps) => (
  <span>
    {name}: <b>{value === null ? words.noLimit : say(value)}</b>
  </span>
);
