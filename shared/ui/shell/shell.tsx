/**
 * The frame around all screens: the main navigation at their side. On a phone, it is a bar at the bottom and a strip
 * at the top.
 */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { FindButton } from '../find/find-button.tsx';
import type { Findable } from '../find/finder.tsx';
import { Icon, type IconName, Logo } from '../icon.tsx';
import { follow } from '../navigate.ts';
import { keyedScreens, screensIn } from '../screens.ts';
import { useScreenKeys, useShortcut } from '../shortcuts.tsx';
import { uiText } from '../text.ts';
import { ApplicationSwitch, type Applications } from './applications.tsx';

type NavItem = { href: string; label: string; icon: IconName };

/** The number of screens in a phone's bar. The others are behind a button. */
const inBar = 4;

type Counts = Partial<Record<string, { count: string; label: string }>>;

type ShellProps = {
  name: string;
  home: string;
  /** The form that the key `c` opens on screens that do not use this key themselves. */
  create: { label: string; href: string } | undefined;
  /** The switch between the applications, for users of both. */
  applications?: Applications | null | undefined;
  /** Content between the name and the navigation. */
  switcher?: ComponentChildren;
  /** Loads the objects that the finder can find. */
  find: () => Promise<Findable>;
  /** Content below the navigation. */
  foot?: ComponentChildren;
  /** Waiting things by the URL of their screen: their number, and its description. */
  counts?: Counts | undefined;
  /** Content at the end of the strip on a phone. */
  corner?: ComponentChildren;
  children: ComponentChildren;
};

export function Shell(props: ShellProps) {
  const { name, home, create, applications, switcher, find, counts, foot, corner, children } = props;
  useScreenKeys(keyedScreens.value);
  useShortcut('c', create?.label ?? '', create && (() => follow(create.href)), { isGeneral: true });
  const { path } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
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
        {uiText.nav.skip}
      </button>
      <header class="side">
        <a class="brand" href={home} aria-label={name}>
          <Logo />
          <span>{name}</span>
        </a>
        {applications && <ApplicationSwitch {...applications} />}
        {switcher}
        <FindButton load={find} />
        {corner && <div class="corner">{corner}</div>}
        <Navigation isCurrent={(href) => isWithin(path, href, home)} counts={counts} />
        {foot && <div class="foot">{foot}</div>}
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** Shows the list of screens. On a phone, the screens that do not fit into the bar are in a popover. */
function Navigation({ isCurrent, counts = {} }: { isCurrent: (href: string) => boolean; counts: Counts | undefined }) {
  const items = screensIn('main');
  const rest = useRef<HTMLDivElement>(null);
  const id = useId();
  if (items.length === 0) return null;
  const link = ({ href, label, icon }: NavItem) => (
    <a
      key={href}
      href={href}
      aria-current={isCurrent(href) ? 'page' : undefined}
      title={counts[href]?.label}
      onClick={() => rest.current?.hidePopover()}
    >
      <Icon name={icon} />
      <span>{label}</span>
      {counts[href] && <b aria-hidden="true">{counts[href].count}</b>}
    </a>
  );
  const others = items.slice(inBar);
  const waiting = others.map(({ href }) => counts[href]).find(Boolean);
  return (
    <nav class="nav" aria-label={uiText.nav.label}>
      {items.slice(0, inBar).map(link)}
      <button
        type="button"
        class="nav-more"
        popovertarget={id}
        aria-current={others.some(({ href }) => isCurrent(href)) ? 'true' : undefined}
        title={waiting?.label}
      >
        <Icon name="more" />
        <span>{uiText.more}</span>
        {waiting && <b aria-hidden="true">{waiting.count}</b>}
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
