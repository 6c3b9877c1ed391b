/** The finder's actions that both applications have: the list of shortcuts, and the themes. */
import { theme } from '../preferences.ts';
import { showShortcuts } from '../shortcuts.tsx';
import { uiText } from '../text.ts';
import type { Found } from './finder.tsx';

export const generalActions = (): Found[] => [
  { label: uiText.shortcuts, icon: 'help', act: showShortcuts },
  ...(['system', 'light', 'dark'] as const).map((one) => ({
    label: uiText.themes[one],
    note: uiText.preferences.theme,
    icon: 'sun' as const,
    act: () => {
      theme.value = one;
    },
  })),
];
