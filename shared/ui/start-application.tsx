/** The start of an application in the browser. */
import { type FunctionComponent, render } from 'preact';
import { listenForBack } from './back.ts';
import { showTheme } from './preferences.ts';
import { preloadScreen, type ScreenTable, useScreens } from './screens.ts';
import { listenForShortcuts } from './shortcuts.tsx';
import { type UiText, useUiText } from './text.ts';

type Start<Audience extends string> = {
  text: UiText;
  base: string;
  screens: ScreenTable<Audience>;
  /** Returns whether the user can open the screens of an audience, or screens without one. */
  isFor: (audience?: Audience) => boolean;
  app: FunctionComponent;
};

export function start<Audience extends string>({ text, base, screens, isFor, app: App }: Start<Audience>): void {
  useUiText(text);
  showTheme();
  listenForShortcuts();
  listenForBack();
  useScreens(base, screens, isFor);
  preloadScreen(location.pathname);
  const root = document.getElementById('app');
  if (root) render(<App />, root);
}
