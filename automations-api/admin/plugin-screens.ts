/** Plugins' screens as entries of the table of screens. The session lists them. */
import { computed, effect } from '@preact/signals';
import { isIcon } from '../../shared/ui/icon.tsx';
import { type AddedScreen, addScreens, type Drawn } from '../../shared/ui/screens.ts';
import { base } from './core/routes.ts';
import { session } from './core/session.ts';
import type { AdminScreen } from './core/types.ts';

/** Default places: before the settings, and before the preferences within them. */
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

/** Plugins' screens as text, so that a refreshed session with the same screens does not redraw the open one. */
const described = computed(() => JSON.stringify(session.value?.screens ?? []));

/** Adds plugins' screens to the table. Called once before the first rendering. */
export const followPluginScreens = (): void =>
  void effect(() => {
    void described.value;
    addScreens(base, (session.peek()?.screens ?? []).map(toEntry));
  });
