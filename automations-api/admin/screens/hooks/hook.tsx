/** One incoming webhook: loads it, and its last messages while it is shown. */
import { useRoute } from 'preact-iso';
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { AdministratorsOnly } from '../../core/administrators-only.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Hook, HookMessage } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { BackToHooks } from './back-to-hooks.tsx';
import { OneHook } from './one-hook.tsx';

const lookEveryMs = 3_000;

export function HookScreen() {
  const { id = '' } = useRoute().params;
  if (may('administrator')) return <SavedHook key={id} id={id} />;
  return (
    <Screen title={text.hooks.one} above={<BackToHooks />}>
      <AdministratorsOnly />
    </Screen>
  );
}

function SavedHook({ id }: { id: string }) {
  const hook = useLoad(async (signal) => (await api.get<{ hook: Hook }>(`/hook/${id}`, {}, signal)).hook, [id]);
  const messages = useLoad(
    async (signal) => (await api.get<{ messages: HookMessage[] }>(`/hook/${id}/messages`, {}, signal)).messages,
    [id],
  );
  useEvery(lookEveryMs, messages.reload);
  if (hook.data && messages.data) {
    return (
      <OneHook
        hook={hook.data}
        messages={messages.data}
        onSaved={(saved) => hook.set(() => saved)}
        reload={hook.reload}
      />
    );
  }
  return (
    <Screen title={text.hooks.one} above={<BackToHooks />}>
      <section class="card">
        <Show<unknown> of={hook.error ? hook : messages}>{() => null}</Show>
      </section>
    </Screen>
  );
}
