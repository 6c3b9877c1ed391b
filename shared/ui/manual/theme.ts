/** The script that applies the theme chosen here or in the dashboard, before anything is rendered. */
import { followTheme } from './theme-choice.ts';

followTheme();
