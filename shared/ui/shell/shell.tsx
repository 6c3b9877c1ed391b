/** The frame around all screens: the main navigation beside them; on a phone a bar below them and a strip above. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { FindButton } from '../find/find-button.tsx';
import type { Findable } from '../find/finder.tsx';
import { Icon, type IconName, Logo } from '../icon.tsx';
import { uiText } from '../text.ts';

type NavItem = { href: string; label: string; icon: IconName };

/** The bar of a phone has that many, and the others behind a button. */
const inBar = 4;

type ShellProps = {
  name: string;
  home: string;
  navLabel: string;
  skipLabel: string;
  items: readonly NavItem[];
  /** Between the name and the navigation. */
  switcher?: ComponentChildren;
  /** Fetches what can be found from everywhere. */
  find: () => Promise<Findable>;
  /** At the end. */
  foot?: ComponentChildren;
  /** At the end of the strip of a phone. */
  corner?: ComponentChildren;
  children: ComponentChildren;
};

export function Shell(props: ShellProps) {
  const { name, home, navLabel, skipLabel, items, switcher, find, foot, corner, children } = props;
  const { path } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    window.scrollTo(0, 0);
    if (!document.querySelector('dialog[open], main [autofocus]:focus')) main.current?.focus();
  }, [path]);
  return (
    <div class="app">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {skipLabel}
      </button>
      <header class="side">
        <a class="brand" href={home} aria-label={name}>
          <Logo />
          <span>{name}</span>
        </a>
        {switcher}
        <FindButton load={find} />
        {corner && <div class="corner">{corner}</div>}
        {items.length > 0 && (
          <Navigation label={navLabel} items={items} isCurrent={(href) => isWithin(path, href, home)} />
        )}
        {foot && <div class="foot">{foot}</div>}
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

type NavigationProps = { label: string; items: readonly NavItem[]; isCurrent: (href: string) => boolean };

/** Beside the page all of it is a list; what the bar of a phone has no room for opens over it. */
function Navigation({ label, items, isCurrent }: NavigationProps) {
  const rest = useRef<HTMLDivElement>(null);
  const id = useId();
  const link = ({ href, label, icon }: NavItem) => (
    <a
      key={href}
      href={href}
      aria-current={isCurrent(href) ? 'page' : undefined}
      onClick={() => rest.current?.hidePopover()}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  );
  const others = items.slice(inBar);
  return (
    <nav aria-label={label}>
      {items.slice(0, inBar).map(link)}
      <button
        type="button"
        class="nav-more"
        popovertarget={id}
        aria-current={others.some(({ href }) => isCurrent(href)) ? 'true' : undefined}
      >
        <Icon name="more" />
        <span>{uiText.more}</span>
      </button>
      <div ref={rest} id={id} class="nav-rest" popover="auto">
        {others.map(link)}
      </div>
    </nav>
  );
}

const isWithin = (path: string, href: string, home: string) => {
  const own = path.replace(/\/$/, '');
  return own === href || (href !== home && own.startsWith(`${href}/`));
};
