/** Where the dashboard begins in the browser. */
import { render } from 'preact';
import { showTheme } from '../../shared/ui/preferences.ts';
import { listenForShortcuts } from '../../shared/ui/shortcuts.tsx';
import { useUiText } from '../../shared/ui/text.ts';
import { App } from './app.tsx';
import { preloadScreen } from './screens.ts';
import { text } from './text/text.ts';

useUiText(text.ui);
showTheme();
listenForShortcuts();
preloadScreen(location.pathname);
const root = document.getElementById('app');
if (root) render(<App />, root);
