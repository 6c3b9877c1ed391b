/** Consent settings: double opt-in, consent pages, and how bounces count. */
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../../shared/ui/states.tsx';
import { Cards, useCards } from '../../../cards/cards.tsx';
import { api } from '../../../core/api.ts';
import type { ConsentSettings } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { OptIn } from './opt-in.tsx';
import { Pages } from './pages.tsx';

const words = text.consent;

export function Consent() {
  const loaded = useLoad(
    (signal) => api.get<{ consent: ConsentSettings }>('/consent/settings', {}, signal).then((it) => it.consent),
    [],
  );
  const cards = useCards('consent');
  const onSaved = (settings: ConsentSettings) => loaded.set(() => settings);
  return (
    <SettingsScreen name="consent" note={words.about}>
      <Show of={{ ...loaded, data: cards.data && loaded.data, error: loaded.error ?? cards.error }} bones={<Loading />}>
        {(settings) => (
          <div class="stack">
            <OptIn settings={settings} onSaved={onSaved} />
            <div class="cols level">
              <Cards of={{ data: cards.data, reload: loaded.reload }} />
            </div>
            <Pages settings={settings} onSaved={onSaved} />
          </div>
        )}
      </Show>
    </SettingsScreen>
  );
}

const Loading = () => (
  <section class="card">
    <Bones rows={12} height={34} />
  </section>
);
