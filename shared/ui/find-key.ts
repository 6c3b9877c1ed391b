/** The keys that open the finder, with the names on this system's keyboards. */
export const findKey = /^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

export const isFindKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k';
