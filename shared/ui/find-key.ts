/** The keyboard shortcut of the finder, under its name on the user's system. */
export const findKey = /^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

export const isFindKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k';
