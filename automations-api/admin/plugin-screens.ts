/** The screens of plugins, as entries of the registry of screens. They come with the session, which names them. */
import { computed, effect } from '@preact/signals';
import { isIcon } from '../../shared/ui/icon.tsx';
import { type AddedScreen, addScreens, type Drawn } from '../../shared/ui/screens.ts';
import { base } from './core/routes.ts';
import { session } from './core/session.ts';
import type { AdminScreen } from './core/types.ts';

/** The last one before the settings, and the last of the settings before the browser's preferences. */
const usual = { main: 'jobs', settings: 'auditLog' };

function toEntry(screen: AdminScreen): AddedScreen {
  const { name, title, note, icon, menu, after, key } = screen;
  const place = `screens/${name}`;
  return {
    name: place,
    path: `/${place}`,
    title,
    icon: icon !== null && isIcon(icon) ? icon : 'bolt',
    menu,
    after: after ?? usual[menu],
    ...(note !== null && { note }),
    ...(key !== null && { key }),
    load: (): Drawn => import('./screens/plugin-screen/plugin-screen.tsx').then((m) => m.pluginScreen(place, screen)),
  };
}

/** Compared as a whole: an open screen is not drawn again whenever the session is asked for. */
const described = computed(() => JSON.stringify(session.value?.screens ?? []));

/** Call it once, before anything is drawn. */
export const followPluginScreens = (): void =>
  void effect(() => {
    void described.value;
    addScreens(base, (session.peek()?.screens ?? []).map(toEntry));
  });
