/** The columns of the list of webhooks. */
import { NameCell } from '../list/list-card.tsx';
import { Switch } from '../switch.tsx';
import type { Column } from '../table.tsx';
import type { WebhookWords } from '../text/en/webhooks.ts';
import { Time } from '../time.tsx';
import { setActive } from './actions.tsx';
import type { EventKind, Webhook, WebhookPort } from './record.ts';
import { countWords, nameOf, State, titleOf } from './state.tsx';

const eventsShown = 2;

type EventsProps = { events: readonly string[]; all: readonly EventKind[] | undefined; words: WebhookWords };

/** Shows the first two events, and the number of others. */
function Events({ events, all, words }: EventsProps) {
  if (all?.every(({ name }) => events.includes(name))) return <span class="second">{words.allEvents}</span>;
  const titles = events.map((event) => titleOf(event, all, words));
  const more = titles.slice(eventsShown);
  return (
    <span class="second" title={titles.join('\n')}>
      {titles.slice(0, eventsShown).join(', ')}
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

export function columnsOf(
  port: WebhookPort,
  rows: readonly Webhook[],
  all: readonly EventKind[] | undefined,
  onTurned: (webhook: Webhook) => void,
): Column<Webhook>[] {
  const { words, hrefOf, mayChange } = port;
  const counted = (key: 'pending' | 'dead', head: string): Column<Webhook> => ({
    key,
    head,
    isNumber: true,
    class: 'from-l',
    cell: ({ counts }) => (counts?.[key] ? countWords(counts[key], words) : <span class="soft">0</span>),
  });
  const counts: Column<Webhook>[] = [
    {
      key: 'attempted',
      head: words.lastDelivery,
      isNumber: true,
      class: 'from-m soft',
      cell: (webhook) => <Time at={webhook.counts?.attemptedAt} />,
    },
    counted('pending', words.waiting),
    counted('dead', words.givenUp),
  ];
  const created: Column<Webhook> = {
    key: 'created',
    head: words.created,
    isNumber: true,
    class: 'from-m soft',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  };
  const isOn: Column<Webhook> = {
    key: 'on',
    head: words.on,
    isHeadHidden: true,
    class: 'from-s',
    cell: (webhook) => (
      <Switch
        label={words.sendTo(nameOf(webhook))}
        isOn={webhook.active}
        onTurn={(active) => setActive(port, webhook, active).then(onTurned)}
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
          <NameCell name={nameOf(webhook)} href={hrefOf(webhook.id)} />
          <Events events={webhook.events} all={all} words={words} />
        </>
      ),
    },
    { key: 'state', head: words.state, cell: (webhook) => <State webhook={webhook} words={words} /> },
    ...(rows.some((webhook) => webhook.counts) ? counts : [created]),
    ...(mayChange() ? [isOn] : []),
  ];
}
