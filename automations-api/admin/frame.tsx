/** The frame for signed-in users: site, navigation, account. */
import type { ComponentChildren } from 'preact';
import { DemoBar } from '../../shared/ui/demo-bar.tsx';
import { OwnMenu } from '../../shared/ui/own-menu.tsx';
import { Shell } from '../../shared/ui/shell/shell.tsx';
import { toastError } from '../../shared/ui/toast.tsx';
import { base, pathTo } from './core/routes.ts';
import { may, session, signOut } from './core/session.ts';
import { text } from './text/text.ts';

export function Frame({ children }: { children: ComponentChildren }) {
  const { dashboard_url: dashboard } = session.value ?? {};
  return (
    <Shell
      name={text.name}
      home={base}
      create={may('editor') ? { label: text.contacts.add, href: pathTo('contacts', {}, { new: '1' }) } : undefined}
      applications={dashboard ? { current: 'contacts', hrefs: { links: dashboard, contacts: base } } : null}
      switcher={<Site />}
      find={() => import('./find.ts').then((m) => m.findable())}
      corner={<Own isSmall />}
      foot={<Own />}
    >
      {session.value?.site.demo && <DemoBar />}
      {children}
    </Shell>
  );
}

/** Shows a link to the site that the contacts belong to. */
function Site() {
  const { site } = session.value ?? {};
  if (!site) return null;
  return (
    <a class="switch" href={site.url}>
      <b class="cut">{new URL(site.url).host}</b>
    </a>
  );
}

/** Shows the user's menu. WordPress users have no account in the dashboard. */
function Own({ isSmall }: { isSmall?: boolean }) {
  const { user, dashboard_url: dashboard = null } = session.value ?? {};
  return (
    <OwnMenu
      name={user?.name || user?.email || ''}
      isSmall={isSmall}
      account={dashboard && `${dashboard}/settings/account`}
      onLeave={() => void signOut().catch(toastError)}
    />
  );
}
