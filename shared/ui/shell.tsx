/** The frame around all screens: the main navigation beside them, a strip above them on a phone. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Icon, type IconName, Logo } from './icon.tsx';

type NavItem = { href: string; label: string; icon: IconName };

type ShellProps = {
  name: string;
  home: string;
  navLabel: string;
  skipLabel: string;
  items: readonly NavItem[];
  /** Between the name and the navigation. */
  switcher?: ComponentChildren;
  /** At the end. */
  foot?: ComponentChildren;
  /** On a phone, at the end of the strip. */
  corner?: ComponentChildren;
  children: ComponentChildren;
};

export function Shell({ name, home, navLabel, skipLabel, items, switcher, foot, corner, children }: ShellProps) {
  const { path } = useLocation();
  const main = useRef<HTMLElement>(null);
  const nav = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
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
        <nav ref={nav} aria-label={navLabel}>
          {items.map(({ href, label, icon }) => (
            <a key={href} href={href} aria-current={isWithin(path, href, home) ? 'page' : undefined}>
              <Icon name={icon} />
              {label}
            </a>
          ))}
        </nav>
        {corner && <div class="corner">{corner}</div>}
        {foot && <div class="foot">{foot}</div>}
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

const isWithin = (path: string, href: string, home: string) => {
  const own = path.replace(/\/$/, '');
  return own === href || (href !== home && own.startsWith(`${href}/`));
};
