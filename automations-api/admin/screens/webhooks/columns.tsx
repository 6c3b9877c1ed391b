/** The columns of the list of webhooks. */
import { Switch } from '../../../../shared/ui/switch.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { useKinds } from '../../core/kinds.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { Webhook } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { setActive } from './acts.tsx';
import { countWords, nameOf, useEventWords } from './names.ts';
import { State } from './state.tsx';

const words = text.webhooks;
const eventsShown = 2;

/** The first two, and how many more. */
function Events({ events }: Pick<Webhook, 'events'>) {
  const all = useKinds()?.events;
  const named = events.map(useEventWords());
  if (all?.every(({ name }) => events.includes(name))) return <span class="second">{words.allEvents}</span>;
  const more = named.slice(eventsShown);
  return (
    <span class="second" title={named.join('\n')}>
      {named.slice(0, eventsShown).join(', ')}
      {more.length > 0 && (
        <>
          {' '}
          {words.moreEvents(more.length)}
          <span class="sr">{more.join(', ')}</span>
        </>
      )}
    </span>
  );
}

const Count = ({ n }: { n: number }) => (n === 0 ? <span class="soft">0</span> : countWords(n));

export function columnsOf(onTurned: (webhook: Webhook) => void): Column<Webhook>[] {
  const isOn: Column<Webhook> = {
    key: 'on',
    head: words.on,
    isHeadHidden: true,
    class: 'from-s',
    cell: (webhook) => (
      <Switch
        label={words.sendTo(nameOf(webhook))}
        isOn={webhook.active}
        onTurn={(active) => setActive(webhook, active).then(onTurned)}
      />
    ),
  };
  return [
    {
      key: 'url',
      head: words.url,
      isGrowing: true,
      cell: (webhook) => (
        <>
          <a class="first" href={pathTo('webhook', { id: String(webhook.ID) })} title={nameOf(webhook)}>
            {nameOf(webhook)}
          </a>
          <Events events={webhook.events} />
        </>
      ),
    },
    { key: 'state', head: words.state, cell: (webhook) => <State webhook={webhook} /> },
    {
      key: 'attempted',
      head: words.lastDelivery,
      isNumber: true,
      class: 'from-m soft',
      cell: ({ attempted_at }) => <Time at={attempted_at} />,
    },
    {
      key: 'pending',
      head: words.waiting,
      isNumber: true,
      class: 'from-l',
      cell: ({ pending }) => <Count n={pending} />,
    },
    { key: 'dead', head: words.givenUp, isNumber: true, class: 'from-l', cell: ({ dead }) => <Count n={dead} /> },
    ...(may('administrator') ? [isOn] : []),
  ];
}
