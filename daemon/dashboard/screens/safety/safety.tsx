/** Safety, for operators of the installation: reviews, workspaces, bans and past actions. */
import type { FunctionComponent } from 'preact';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty } from '../../../../shared/ui/states.tsx';
import { Tabs } from '../../../../shared/ui/tabs.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { pathTo } from '../../core/routes.ts';
import { session } from '../../core/session.ts';
import { text } from '../../text/later.ts';
import { Links } from './links.tsx';
import { PastActions } from './past-actions.tsx';
import { Reviews } from './reviews.tsx';
import { Workspaces } from './workspaces.tsx';

const words = text.safety;
const tabs = { reviews: Reviews, workspaces: Workspaces, links: Links, actions: PastActions } satisfies Record<
  string,
  FunctionComponent
>;
type Tab = keyof typeof tabs;
const names = Object.keys(tabs) as Tab[];

export function Safety() {
  const [query] = useQuery();
  const tab = names.find((name) => name === query.tab) ?? 'reviews';
  const Shown = tabs[tab];
  if (!session.value?.operator) {
    return (
      <Screen title={words.title}>
        <section class="card">
          <Empty icon="shield" title={words.operatorsOnly} />
        </section>
      </Screen>
    );
  }
  return (
    <Screen title={words.title} note={words.note}>
      <Tabs
        label={words.title}
        tabs={names.map((name) => ({
          label: words.tabs[name],
          href: pathTo('safety', {}, { tab: name }),
          isCurrent: name === tab,
        }))}
      />
      <Shown />
    </Screen>
  );
}
