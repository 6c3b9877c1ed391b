/** The start of an application in the browser. */
import { type FunctionComponent, render } from 'preact';
import { listenForBack } from './back.ts';
import { showTheme } from './preferences.ts';
import { preloadScreen, type ScreenChecks, type ScreenTable, useScreens } from './screens.ts';
import { listenForShortcuts } from './shortcuts.tsx';
import { type UiText, useUiText } from './text.ts';

type Start<Audience extends string> = ScreenChecks<Audience> & {
  text: UiText;
  base: string;
  screens: ScreenTable<Audience>;
  app: FunctionComponent;
};

export function start<Audience extends string>({ text, base, screens, app: App, ...checks }: Start<Audience>): void {
  useUiText(text);
  showTheme();
  listenForShortcuts();
  listenForBack();
  useScreens(base, screens, checks);
  preloadScreen(location.pathname);
  const root = document.getElementById('app');
  if (root) render(<App />, root);
}
