/** The dashboard's entry in the browser. */
import { start } from '../../shared/ui/start-application.tsx';
import { App } from './app.tsx';
import { base } from './core/routes.ts';
import { membership, session } from './core/session.ts';
import { screens } from './screens.ts';
import { text } from './text/text.ts';

start({
  text: text.ui,
  base,
  screens,
  isFor: (audience) =>
    audience === 'operators' ? session.value?.operator === true : membership.value?.unlimited !== true,
  app: App,
});
