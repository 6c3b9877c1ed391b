/** Where the application begins in the browser. */
import { start } from '../../shared/ui/start.tsx';
import { App } from './app.tsx';
import { base, routes } from './core/routes.ts';
import { screens } from './screens.ts';
import { text } from './text/text.ts';

start({ text: text.ui, base, routes, screens, app: App });
