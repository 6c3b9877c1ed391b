/** The frame of those who are signed in: the site, navigation, one's account. */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { OwnMenu } from '../../shared/ui/own-menu.tsx';
import { Shell } from '../../shared/ui/shell.tsx';
import { useShortcut } from '../../shared/ui/shortcuts.tsx';
import { toastError } from '../../shared/ui/toast.tsx';
import { base, pathTo, routes } from './core/routes.ts';
import { session, signOut } from './core/session.ts';
import { text } from './text/text.ts';

const items = routes.flatMap((route) =>
  'nav' in route ? [{ href: pathTo(route.name), label: text.nav[route.name], icon: route.nav }] : [],
);

export function Frame({ children }: { children: ComponentChildren }) {
  const { route } = useLocation();
  useShortcut('g', text.shortcuts.dashboard, () => route(pathTo('dashboard')));
  useShortcut('l', text.shortcuts.contacts, () => route(pathTo('contacts')));
  return (
    <Shell
      name={text.name}
      home={base}
      navLabel={text.nav.label}
      skipLabel={text.nav.skip}
      items={items}
      switcher={<Site />}
      corner={<Own isSmall />}
      foot={<Own />}
    >
      {children}
    </Shell>
  );
}

/** Whose contacts these are. */
function Site() {
  const { site } = session.value ?? {};
  if (!site) return null;
  return (
    <a class="switch" href={site.url}>
      <b class="cut">{new URL(site.url).host}</b>
    </a>
  );
}

function Own({ isSmall }: { isSmall?: boolean }) {
  const { user } = session.value ?? {};
  const { route } = useLocation();
  const name = user?.name || user?.email || '';
  return (
    <OwnMenu
      name={name}
      label={text.account.menu(name)}
      isSmall={isSmall}
      account={{ label: text.account.open, href: pathTo('account') }}
      leave={{ label: text.account.signOut, onSelect: () => void signOut().then(() => route(base), toastError) }}
    />
  );
}
