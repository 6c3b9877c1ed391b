/** The keys that open the finder, as keyboards of this system name them. */
export const findKey = /^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

export const isFindKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k';
