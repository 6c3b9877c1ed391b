/** The start of an application in the browser. */
import { type FunctionComponent, render } from 'preact';
import { listenForBack } from './back.ts';
import { showTheme } from './preferences.ts';
import { preloadScreen, type ScreenChecks, type ScreenTable, useScreens } from './screens.ts';
import { listenForShortcuts } from './shortcuts.tsx';
import { type UiText, useUiText } from './text.ts';

type Start<Audience extends string> = ScreenChecks<Audience> & {
  text: UiText;
  /** Loads the texts that only some screens need. */
  loadLaterTexts: () => Promise<unknown>;
  base: string;
  screens: ScreenTable<Audience>;
  app: FunctionComponent;
};

export function start<Audience extends string>(application: Start<Audience>): void {
  const { text, base, screens, app: App, loadLaterTexts, ...checks } = application;
  useUiText(text);
  showTheme();
  listenForShortcuts();
  listenForBack();
  useScreens(base, screens, checks);
  preloadScreen(location.pathname);
  // Another screen needs a press or a key, which starts this earlier than the screen's own code.
  for (const use of ['pointerdown', 'keydown']) {
    addEventListener(use, () => void loadLaterTexts().catch(() => {}), { once: true });
  }
  const root = document.getElementById('app');
  if (root) render(<App />, root);
}
