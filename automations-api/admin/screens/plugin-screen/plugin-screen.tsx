/** A screen that a plugin describes: a heading and cards. */
import type { FunctionComponent } from 'preact';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { SettingsPage } from '../../../../shared/ui/settings.tsx';
import { Bones, Empty, Show } from '../../../../shared/ui/states.tsx';
import { Cards, useCards } from '../../cards/cards.tsx';
import type { AdminScreen } from '../../core/types.ts';
import { text } from '../../text/text.ts';

/** Returns a plugin's screen as a component. `place`: the screen's name in the table of screens. */
export const pluginScreen = (place: string, { name, title, note, menu }: AdminScreen): FunctionComponent =>
  function PluginScreen() {
    const cards = useCards(name);
    const shown = (
      <Show of={cards} bones={<Loading />}>
        {(all) =>
          all.length === 0 ? <Nothing /> : <div class="stack">{<Cards of={{ data: all, reload: cards.reload }} />}</div>
        }
      </Show>
    );
    return menu === 'settings' ? (
      <SettingsPage name={place} note={note}>
        {shown}
      </SettingsPage>
    ) : (
      <Screen title={title} note={note}>
        {shown}
      </Screen>
    );
  };

const Loading = () => (
  <section class="card">
    <Bones rows={8} height={34} />
  </section>
);

const Nothing = () => (
  <section class="card">
    <Empty title={text.cards.nothing} />
  </section>
);
