/** The frame for signed-in users: workspace, navigation, usage, account. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Combobox } from '../../shared/ui/combobox.tsx';
import { number } from '../../shared/ui/format.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { OwnMenu } from '../../shared/ui/own-menu.tsx';
import { Shell } from '../../shared/ui/shell/shell.tsx';
import { toastError } from '../../shared/ui/toast.tsx';
import { workspaceId } from './core/api.ts';
import { base, pathTo } from './core/routes.ts';
import { chooseWorkspace, may, membership, session, signOut, workspace } from './core/session.ts';
import { NewWorkspace } from './screens/settings/workspace/new-workspace.tsx';
import { text } from './text/text.ts';

export function Frame({ children }: { children: ComponentChildren }) {
  const { contacts, openReviews = 0 } = session.value ?? {};
  return (
    <Shell
      name={text.name}
      home={base}
      create={may('member') ? { label: text.links.newLink, href: pathTo('links', {}, { new: '1' }) } : undefined}
      applications={contacts && { current: 'links', hrefs: { links: base, contacts: contacts.enterUrl } }}
      switcher={membership.value && <Switcher />}
      find={() => import('./find.ts').then((m) => m.findable())}
      counts={openReviews > 0 ? { [pathTo('safety')]: reviewsWaiting(openReviews) } : undefined}
      corner={<Own isSmall />}
      foot={
        <>
          <LinkUsage />
          <Own />
        </>
      }
    >
      {children}
    </Shell>
  );
}

/** The session counts up to 100 reviews. */
function reviewsWaiting(n: number) {
  const count = n < 100 ? number(n) : '99+';
  return { count, label: text.openReviews(n, count) };
}

/** Value of the "New workspace" option. */
const newWorkspace = '+';

function Switcher() {
  const { route } = useLocation();
  const [isCreating, setCreating] = useState(false);
  const choices = session.value?.workspaces.map(({ id, name, plan, unlimited }) => ({
    value: id,
    label: name,
    ...(unlimited ? {} : { note: text.plans[plan] }),
  }));
  return (
    <div class="switch">
      <Combobox
        label={text.workspace.label}
        isLabelHidden
        value={workspaceId.value ?? ''}
        choices={[...(choices ?? []), { value: newWorkspace, label: text.workspace.create }]}
        onChoose={(id) => {
          if (id === newWorkspace) return setCreating(true);
          if (id === workspaceId.value) return;
          chooseWorkspace(id);
          route(pathTo('overview'));
        }}
      />
      <Icon name="down" size={14} />
      {isCreating && <NewWorkspace onClose={() => setCreating(false)} />}
    </div>
  );
}

/** Shows how many links were created this month, out of the plan's limit. */
function LinkUsage() {
  const { limits, usage } = workspace.value ?? {};
  if (!limits || !usage) return null;
  if (limits.links === null) return <div>{text.usage.links(usage.links)}</div>;
  const part = Math.min(1, usage.links / Math.max(1, limits.links));
  return (
    <a href={pathTo('billing')}>
      {text.usage.linksOf(number(usage.links), number(limits.links))}
      <div class={part >= 1 ? 'meter full' : 'meter'}>
        <i style={{ inlineSize: `${part * 100}%` }} />
      </div>
    </a>
  );
}

function Own({ isSmall }: { isSmall?: boolean }) {
  const { route } = useLocation();
  return (
    <OwnMenu
      name={session.value?.user.name ?? ''}
      isSmall={isSmall}
      account={pathTo('account')}
      manual={{ label: text.account.manual, href: '/docs', icon: 'list' }}
      onLeave={() => void signOut().then(() => route(base), toastError)}
    />
  );
}
