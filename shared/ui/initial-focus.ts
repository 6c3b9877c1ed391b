/** Where the focus goes when a window or a page opens, so that typing can start at once. */

/** A form's first field, of radio buttons the chosen one; else what can be pressed. Nothing is lost by one stray Enter there. */
const inOrder = [
  '[autofocus]',
  // A sheet over a list opens no keyboard of a phone.
  ':scope > .body > .list-sheet > .btn',
  ':is(input, select, textarea):not([type="radio"]:not(:checked))',
  ':scope > .body button',
  ':scope > footer .main:not(.bad)',
  ':scope > footer button',
];

const isReady = (element: HTMLElement) => element.matches(':enabled') && element.checkVisibility();

const firstIn = (box: HTMLElement) =>
  inOrder.flatMap((selector) => [...box.querySelectorAll<HTMLElement>(selector)]).find(isReady);

/**
 * Gives the focus to the first control of a window, never to its cross; to the window itself while it has none. What is drawn
 * later gets it, too, until somebody presses a key or moves the focus. @returns what ends that
 */
export function beginIn(box: HTMLElement): () => void {
  let own: HTMLElement | undefined;
  const look = () => {
    const first = firstIn(box) ?? box;
    if (first === own) return;
    own = first;
    first.focus();
  };
  const drawing = new MutationObserver(look);
  const acted = new AbortController();
  const { signal } = acted;
  const onFocus = ({ target }: FocusEvent) => target !== own && acted.abort();
  signal.addEventListener('abort', () => drawing.disconnect());
  document.addEventListener('focusin', onFocus, { signal });
  for (const act of ['keydown', 'pointerdown']) {
    document.addEventListener(act, () => acted.abort(), { signal, capture: true });
  }
  look();
  drawing.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => acted.abort();
}
