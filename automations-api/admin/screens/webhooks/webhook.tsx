/** One webhook: how it is doing, what it was sent, and how to check that a message is genuine. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { BackLink } from '../../../../shared/ui/back-link.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { Menu, type MenuItem } from '../../../../shared/ui/menu.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Webhook as Hook } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { About } from './about.tsx';
import { type Act, sendTest, setActive, WebhookAct } from './acts.tsx';
import { Deliveries } from './deliveries.tsx';
import { isOfRule, nameOf, pathOf } from './names.ts';
import { Verify } from './verify.tsx';

const words = text.webhooks;
const lookEveryMs = 3_000;

export function Webhook() {
  const { id = '' } = useRoute().params;
  const { route } = useLocation();
  const [act, setAct] = useState<Act>();
  /** Incremented after a manual action, so that deliveries reload. */
  const [round, setRound] = useState(0);
  /** Content below the deliveries waits for them, so that the page does not shift. */
  const [areSeen, setSeen] = useState(false);
  const webhook = useLoad(
    (signal) => api.get<{ webhooks: Hook }>(pathOf({ ID: Number(id) }), {}, signal).then((answer) => answer.webhooks),
    [id],
  );
  const hook = webhook.data;
  useEvery(lookEveryMs, () => {
    if (hook?.active && hook.pending > 0) webhook.reload();
  });
  const changed = () => {
    webhook.reload();
    setRound((n) => n + 1);
  };
  return (
    <Screen
      title={hook ? nameOf(hook) : words.title}
      note={hook && <span class="wrap">{hook.url}</span>}
      above={<BackLink href={pathTo('webhooks')} title={words.title} />}
      actions={hook && may('administrator') && <Acts hook={hook} onAct={setAct} onChanged={changed} />}
    >
      <Show of={webhook}>
        {(found) => (
          <div class="stack">
            <About webhook={found} />
            <Deliveries webhook={found} round={round} onChanged={changed} onSeen={() => setSeen(true)} />
            {areSeen && <Verify />}
          </div>
        )}
      </Show>
      {act && hook && (
        <WebhookAct
          act={act}
          webhook={hook}
          onClose={() => setAct(undefined)}
          onChanged={changed}
          onDeleted={() => route(pathTo('webhooks'))}
        />
      )}
    </Screen>
  );
}

type ActsProps = { hook: Hook; onAct: (act: Act) => void; onChanged: () => void };

/** One of a rule is changed and deleted with the rule. */
function Acts({ hook, onAct, onChanged }: ActsProps) {
  const run = (work: Promise<unknown>) => void work.then(onChanged, toastError);
  const rotate: MenuItem = { label: uiText.signingSecret.rotate, icon: 'key', onSelect: () => onAct('rotate') };
  const items: MenuItem[] = isOfRule(hook)
    ? [rotate]
    : [
        { label: words.edit, icon: 'edit', onSelect: () => onAct('edit') },
        rotate,
        { label: text.actions.delete, icon: 'trash', isBad: true, isApart: true, onSelect: () => onAct('delete') },
      ];
  return (
    <>
      <Button icon="bolt" disabled={!hook.active} onClick={() => run(sendTest(hook))}>
        {words.test}
      </Button>
      {!isOfRule(hook) && (
        <Button onClick={() => run(setActive(hook, !hook.active))}>{hook.active ? words.turnOff : words.turnOn}</Button>
      )}
      <Menu label={text.ui.actions(nameOf(hook))} class="btn icon" items={items}>
        <Icon name="more" />
      </Menu>
    </>
  );
}
