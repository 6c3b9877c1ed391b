/** One incoming webhook: loads it, and its last messages while it is shown. */
import { useRoute } from 'preact-iso';
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import { Loading, Refused, useObject } from '../../core/object-screen.tsx';
import { may } from '../../core/session.ts';
import type { Hook, HookMessage } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { OneHook } from './one-hook.tsx';

const place = { parent: 'hooks', title: text.hooks.one } as const;
const lookEveryMs = 3_000;

export function HookScreen() {
  const { id = '' } = useRoute().params;
  return may('administrator') ? <SavedHook key={id} id={id} /> : <Refused {...place} least="administrator" />;
}

function SavedHook({ id }: { id: string }) {
  const hook = useObject<Hook>('hook', id);
  const messages = useLoad(
    async (signal) => (await api.get<{ messages: HookMessage[] }>(`/hook/${id}/messages`, {}, signal)).messages,
    [id],
  );
  useEvery(lookEveryMs, messages.reload);
  return (
    <Loading {...place} of={hook}>
      {(shown) => (
        <Loading {...place} of={messages}>
          {(received) => (
            <OneHook hook={shown} messages={received} onSaved={(saved) => hook.set(() => saved)} reload={hook.reload} />
          )}
        </Loading>
      )}
    </Loading>
  );
}
