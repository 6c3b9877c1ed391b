/** The manual's scripts: search, theme, copying and the table of contents. The pages also work without them. */
import { addCopyButtons } from './code.ts';
import { followContents } from './contents.ts';
import { setUpFinder } from './finder.ts';
import { isDark, onSystemTheme, toggleTheme } from './theme-choice.ts';

const finder = document.querySelector<HTMLDialogElement>('.finder');
const search = document.querySelector<HTMLButtonElement>('.search');
if (finder && search) setUpFinder(finder, search);

const theme = document.querySelector<HTMLButtonElement>('.theme');
if (theme) {
  const say = () => {
    theme.ariaPressed = String(isDark());
  };
  theme.hidden = false;
  theme.addEventListener('click', () => {
    toggleTheme();
    say();
  });
  onSystemTheme(say);
  say();
}

addCopyButtons();
followContents();

// Scrolls the list of pages to the current page. `scrollIntoView` would scroll the whole page too.
const pages = document.querySelector<HTMLElement>('.pages');
const current = pages?.querySelector<HTMLElement>('[aria-current]');
const showCurrent = () => {
  if (pages && current) pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
};
pages?.addEventListener('toggle', showCurrent);
showCurrent();
