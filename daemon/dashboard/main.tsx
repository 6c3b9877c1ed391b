/** The dashboard's entry point in the browser. */
import { start } from '../../shared/ui/start-application.tsx';
import { App } from './app.tsx';
import { base } from './core/routes.ts';
import { membership, session } from './core/session.ts';
import { type Audience, screens } from './screens.ts';
import { text } from './text/text.ts';

function isFor(audience?: Audience): boolean {
  if (audience === 'users') return true;
  if (audience === 'operators') return session.value?.operator === true;
  return membership.value !== undefined && !(audience === 'customers' && membership.value.unlimited);
}

start({
  text: text.ui,
  loadLaterTexts: () => import('./text/later.ts'),
  base,
  screens,
  isFor,
  app: App,
});
