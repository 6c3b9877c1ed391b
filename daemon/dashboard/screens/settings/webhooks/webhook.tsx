/** One webhook: its state, its events and its deliveries. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { Button } from '../../../../../shared/ui/button.tsx';
import { Fact } from '../../../../../shared/ui/facts.tsx';
import { dateTime, relative } from '../../../../../shared/ui/format.ts';
import { Icon } from '../../../../../shared/ui/icon.tsx';
import { type Loaded, useLoad } from '../../../../../shared/ui/load.ts';
import { Menu } from '../../../../../shared/ui/menu.tsx';
import { Bones, Failed } from '../../../../../shared/ui/states.tsx';
import { uiText } from '../../../../../shared/ui/text.ts';
import { toast, toastError } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { pathTo } from '../../../core/routes.ts';
import type { Delivery, Webhook as Hook } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { type Act, setActive, WebhookAct } from './acts.tsx';
import { Deliveries } from './deliveries.tsx';
import { hostOf, pathOf, State, stateOf } from './state.tsx';

const words = text.webhooks;

export function Webhook() {
  const { id = '' } = useRoute().params;
  const webhook = useLoad((signal) => api.get<Hook>(pathOf({ id }), {}, signal), [id]);
  if (webhook.data) return <Found hook={webhook.data} webhook={webhook} />;
  return (
    <SettingsScreen name="webhooks">
      <section class="card">
        {webhook.error ? <Failed error={webhook.error} retry={webhook.reload} /> : <Bones />}
      </section>
    </SettingsScreen>
  );
}

function Found({ hook, webhook }: { hook: Hook; webhook: Loaded<Hook> }) {
  const { route } = useLocation();
  const [act, setAct] = useState<Act>();
  const [sent, setSent] = useState(0);
  const show = (changed: Hook) => webhook.set(() => changed);
  const test = async () => {
    await api.post<Delivery>(`${pathOf(hook)}/test`);
    toast(words.testSent);
    setSent((n) => n + 1);
  };
  return (
    <SettingsScreen
      name="webhooks"
      title={hostOf(hook.url)}
      note={<span class="wrap">{hook.url}</span>}
      actions={
        <>
          <Button disabled={!hook.active} icon="bolt" onClick={() => void test().catch(toastError)}>
            {words.test}
          </Button>
          <Button onClick={() => void setActive(hook, !hook.active).then(show, toastError)}>
            {hook.active ? words.pause : words.resume}
          </Button>
          <Menu
            label={text.ui.actions(hostOf(hook.url))}
            class="btn icon"
            items={[
              { label: text.actions.edit, icon: 'edit', onSelect: () => setAct('edit') },
              { label: uiText.signingSecret.rotate, icon: 'refresh', onSelect: () => setAct('rotate') },
              { label: text.actions.delete, icon: 'trash', isBad: true, onSelect: () => setAct('delete') },
            ]}
          >
            <Icon name="more" />
          </Menu>
        </>
      }
    >
      <div class="stack">
        <About hook={hook} />
        <Deliveries hook={hook} key={hook.id} sent={sent} onSettled={webhook.reload} />
      </div>
      {act && (
        <WebhookAct
          act={act}
          webhook={hook}
          onClose={() => setAct(undefined)}
          onChanged={show}
          onDeleted={() => route(pathTo('webhooks'))}
        />
      )}
    </SettingsScreen>
  );
}

function About({ hook }: { hook: Hook }) {
  const { note, tone } = stateOf(hook);
  const { formerSecretUntil, events, createdAt } = hook;
  return (
    <>
      {note && <p class={`notice ${tone}`}>{note}</p>}
      {formerSecretUntil && <p class="notice">{uiText.signingSecret.overlap(dateTime(formerSecretUntil))}</p>}
      <section class="card">
        <dl class="facts">
          <Fact name={words.state}>
            <State webhook={hook} />
          </Fact>
          <Fact name={words.created}>
            <span title={dateTime(createdAt)}>{relative(createdAt)}</span>
          </Fact>
          <Fact name={words.eventsLabel}>
            <span class="bar">
              {events.map((event) => (
                <span key={event} class="tag">
                  {event}
                </span>
              ))}
            </span>
          </Fact>
        </dl>
      </section>
    </>
  );
}
