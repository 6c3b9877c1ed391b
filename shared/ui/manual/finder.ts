/** The search dialog. The focus stays in its field. Arrow keys move through the results, and Enter opens one. */
import { type Found, find, prepare } from './find.ts';

export function setUpFinder(dialog: HTMLDialogElement, button: HTMLButtonElement): void {
  const field = dialog.querySelector('input') as HTMLInputElement;
  const list = dialog.querySelector('[role="listbox"]') as HTMLElement;
  const status = dialog.querySelector('[role="status"]') as HTMLElement;
  const address = dialog.dataset.search as string;
  let active = 0;

  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role="option"]')];
  function choose(n: number): void {
    const all = options();
    active = all.length === 0 ? 0 : (n + all.length) % all.length;
    for (const [index, option] of all.entries()) option.ariaSelected = String(index === active);
    const chosen = all[active];
    chosen?.scrollIntoView({ block: 'nearest' });
    if (chosen) field.setAttribute('aria-activedescendant', chosen.id);
    else field.removeAttribute('aria-activedescendant');
  }
  function show(found: Found[], words: string): void {
    list.replaceChildren(...found.map(drawOption));
    status.textContent = words;
    field.ariaExpanded = String(found.length > 0);
    choose(0);
  }
  async function look(): Promise<void> {
    const words = field.value.trim();
    if (words === '') return show([], '');
    try {
      const found = await find(address, words);
      if (words !== field.value.trim()) return;
      show(found, found.length === 0 ? 'Nothing found. Try another word.' : '');
    } catch {
      show([], 'The search could not be loaded. Check the connection and type again.');
    }
  }
  function open(): void {
    if (dialog.open) return;
    dialog.showModal();
    field.select();
    void prepare(address);
  }

  button.hidden = false;
  button.addEventListener('click', open);
  field.addEventListener('input', () => void look());
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') choose(active + 1);
    else if (event.key === 'ArrowUp') choose(active - 1);
    else if (event.key === 'Enter') options()[active]?.click();
    else return;
    event.preventDefault();
  });
  // A click on the backdrop has the dialog as its target. A link within the current page loads no new page, so it
  // must close the dialog.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target as Element).closest('a')) dialog.close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).matches('input, textarea, select');
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping;
    const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isSlash && !isCtrlK) return;
    event.preventDefault();
    open();
  });
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, ...inside: (Node | string)[]) {
  const made = document.createElement(name);
  made.append(...inside);
  return made;
}

function drawOption({ at, heading, page, around }: Found, n: number): HTMLLIElement {
  const text = element('span', ...around.map((part) => (part.isFound ? element('mark', part.text) : part.text)));
  const link = element('a', element('b', heading), ...(page === heading ? [] : [element('small', page)]), text);
  link.href = at;
  link.id = `found-${n}`;
  link.role = 'option';
  link.tabIndex = -1;
  const item = element('li', link);
  item.role = 'none';
  return item;
}
