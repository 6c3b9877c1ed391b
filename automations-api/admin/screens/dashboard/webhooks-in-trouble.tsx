/** Webhooks with failed or pending deliveries, and the reason. */
import { number, withoutScheme } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { TroubledWebhook } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.dashboard.webhooks;
const shown = 5;

export function WebhooksInTrouble() {
  const webhooks = useLoad(
    (signal) => api.get<{ webhooks: TroubledWebhook[] }>('/stats/webhooks', {}, signal).then((all) => all.webhooks),
    [],
  );
  return (
    <section class="card" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <a class="text small" href={pathTo('webhooks')}>
          {words.all}
        </a>
      </header>
      <Show of={webhooks} bones={<Bones rows={1} />}>
        {(all) =>
          all.length === 0 ? (
            <p class="none calm">{words.none}</p>
          ) : (
            <ul class="in-trouble">
              {all.slice(0, shown).map((webhook) => (
                <Trouble key={webhook.ID} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </Show>
    </section>
  );
}

function Trouble({ webhook: { ID, url, dead, pending, last_error: why } }: { webhook: TroubledWebhook }) {
  return (
    <li>
      <a class="first cut" href={pathTo('webhook', { id: String(ID) })} title={url}>
        {withoutScheme(url)}
      </a>
      <span class="bar">
        {dead > 0 && <span class="tag bad">{words.dead(number(dead))}</span>}
        {pending > 0 && <span class="tag warn">{words.pending(number(pending))}</span>}
      </span>
      {why && <span class="second">{why}</span>}
    </li>
  );
}
