/** One webhook: its health, its deliveries, and how receivers verify a signature. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { Button } from '../button.tsx';
import { useEvery, useLoad } from '../load.ts';
import { type MenuItem, MoreMenu } from '../menu.tsx';
import { Show } from '../states.tsx';
import { uiText } from '../text.ts';
import { toastError } from '../toast.tsx';
import { About } from './about.tsx';
import { type Action, sendTest, setActive, WebhookAction } from './actions.tsx';
import { Deliveries } from './deliveries.tsx';
import type { Webhook, WebhookPort } from './record.ts';
import { nameOf } from './state.tsx';
import { Verify } from './verify.tsx';

const lookEveryMs = 3_000;

export function OneWebhook({ port }: { port: WebhookPort }) {
  const { Frame, hrefOf, mayChange } = port;
  const { id = '' } = useRoute().params;
  const { route } = useLocation();
  const [action, setAction] = useState<Action>();
  /** A number that is incremented after each manual action, so that the deliveries reload. */
  const [round, setRound] = useState(0);
  /** The content below the deliveries waits until they have loaded, so that the page does not shift. */
  const [areSeen, setSeen] = useState(false);
  const webhook = useLoad((signal) => port.get(id, signal), [id]);
  const hook = webhook.data;
  useEvery(lookEveryMs, () => {
    if (hook?.active && hook.counts && hook.counts.pending > 0) webhook.reload();
  });
  const changed = () => {
    webhook.reload();
    setRound((n) => n + 1);
  };
  return (
    <Frame
      isOne
      name={hook && nameOf(hook)}
      note={hook && <span class="wrap">{hook.url}</span>}
      actions={hook && mayChange() && <Actions hook={hook} port={port} onAction={setAction} onChanged={changed} />}
    >
      <Show of={webhook}>
        {(found) => (
          <div class="stack">
            <About webhook={found} port={port} />
            <Deliveries
              key={found.id}
              webhook={found}
              port={port}
              round={round}
              onChanged={changed}
              onSettled={webhook.reload}
              onSeen={() => setSeen(true)}
            />
            {areSeen && <Verify words={port.words} />}
          </div>
        )}
      </Show>
      {action && hook && (
        <WebhookAction
          action={action}
          webhook={hook}
          port={port}
          onClose={() => setAction(undefined)}
          onChanged={changed}
          onDeleted={() => route(hrefOf())}
        />
      )}
    </Frame>
  );
}

type ActionsProps = { hook: Webhook; port: WebhookPort; onAction: (action: Action) => void; onChanged: () => void };

/** Shows the buttons for a webhook. A webhook without events is changed and deleted together with its owner. */
function Actions({ hook, port, onAction, onChanged }: ActionsProps) {
  const { words } = port;
  const run = (work: Promise<unknown>) => void work.then(onChanged, toastError);
  const rotate: MenuItem = { label: uiText.signingSecret.rotate, icon: 'key', onSelect: () => onAction('rotate') };
  const isOwned = hook.events.length === 0;
  const items: MenuItem[] = isOwned
    ? [rotate]
    : [
        { label: uiText.buttons.edit, icon: 'edit', onSelect: () => onAction('edit') },
        rotate,
        { label: uiText.buttons.delete, icon: 'trash', isBad: true, isApart: true, onSelect: () => onAction('delete') },
      ];
  return (
    <>
      <Button icon="bolt" disabled={!hook.active} onClick={() => run(sendTest(port, hook))}>
        {words.test}
      </Button>
      {!isOwned && (
        <Button onClick={() => run(setActive(port, hook, !hook.active))}>
          {hook.active ? words.turnOff : words.turnOn}
        </Button>
      )}
      <MoreMenu name={nameOf(hook)} items={items} />
    </>
  );
}
