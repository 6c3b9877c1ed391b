/** The themes, as what one can do from everywhere. */
import { theme } from '../preferences.ts';
import { uiText } from '../text.ts';
import type { Found } from './finder.tsx';

export const themeActs = (): Found[] =>
  (['system', 'light', 'dark'] as const).map((one) => ({
    label: uiText.themes[one],
    note: uiText.preferences.theme,
    icon: 'sun',
    act: () => {
      theme.value = one;
    },
  }));
