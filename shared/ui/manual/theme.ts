/** The theme that was chosen here or in the dashboard, before anything is drawn. */
import { followTheme } from './theme-choice.ts';

followTheme();
