/** The initial focus of a dialog or page, so that typing can start immediately. */

/** Finds a form's first field, or the chosen radio button; otherwise a control. One accidental Enter must do no harm there. */
const inOrder = [
  '[autofocus]',
  // A sheet over a list does not open a phone's keyboard.
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
 * Focuses the first control of a dialog, but never its close button; the dialog itself if it has none yet. Controls that are
 * rendered later get the focus too, until the user presses a key or moves it. @returns a function that ends this
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
