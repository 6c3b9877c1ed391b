/** The application's entry point in the browser. */
import { start } from '../../shared/ui/start-application.tsx';
import { App } from './app.tsx';
import { base } from './core/routes.ts';
import { hasPlugin, may } from './core/session.ts';
import { followPluginScreens } from './plugin-screens.ts';
import { screens } from './screens.ts';
import { text } from './text/text.ts';

followPluginScreens();
start({
  text: text.ui,
  loadLaterTexts: () => import('./text/later.ts'),
  base,
  screens,
  isFor: (least) => least === undefined || may(least),
  hasPlugin,
  app: App,
});
