/** The initial focus of a dialog or page, so that typing can start immediately. */

/**
 * Selectors of the controls that get the focus, the best first: the first field or the checked radio button, then
 * other controls. An accidental Enter must do no harm there, so buttons of dangerous actions come last.
 */
const inOrder = [
  '[autofocus]',
  // This button is focused, so that a phone does not open its keyboard over a sheet of a list.
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
 * Focuses the first control of a dialog other than its close button, or the dialog itself if it has no control yet.
 * Controls that are rendered later also get the focus, until the user presses a key, clicks or moves the focus.
 * @returns a function that stops this
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
