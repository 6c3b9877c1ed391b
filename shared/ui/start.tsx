/** Where an application begins in the browser. */
import { type FunctionComponent, render } from 'preact';
import { listenForBack } from './back.ts';
import type { Part } from './part.tsx';
import { showTheme } from './preferences.ts';
import { type AppRoute, preloadScreen } from './routes.ts';
import { listenForShortcuts } from './shortcuts.tsx';
import { type UiText, useUiText } from './text.ts';

type Start = {
  text: UiText;
  base: string;
  routes: readonly AppRoute[];
  screens: Record<string, Part>;
  app: FunctionComponent;
};

export function start({ text, base, routes, screens, app: App }: Start): void {
  useUiText(text);
  showTheme();
  listenForShortcuts();
  listenForBack();
  preloadScreen(location.pathname, base, routes, screens);
  const root = document.getElementById('app');
  if (root) render(<App />, root);
}
