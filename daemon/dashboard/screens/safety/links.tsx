/** Banned links, and a search for any link of the installation by short URL or destination host. */
import { useState } from 'preact/hooks';
import { relative } from '../../../../shared/ui/format.ts';
import { ListCard, NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { useSettled } from '../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { rowsOf, usePages } from '../../../../shared/ui/pages.ts';
import { Empty } from '../../../../shared/ui/states.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import type { SafetyLink } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { banLink, unbanLink } from './actions.ts';
import { LinkHistory } from './link-history.tsx';
import { type PendingAction, ReasonDialog } from './reason-dialog.tsx';
import { reasonText } from './words.ts';

const words = text.safety;

const columns: Column<SafetyLink>[] = [
  {
    key: 'link',
    head: words.link,
    isGrowing: true,
    cell: ({ shortUrl, url }) => <NameCell name={shortUrl} note={url} />,
  },
  {
    key: 'ban',
    head: words.state,
    cell: ({ ban }) =>
      ban ? (
        <span class="tag bad" title={ban.words ?? (ban.reason ? reasonText(ban.reason) : undefined)}>
          {words.banned}
        </span>
      ) : (
        <span class="tag">{words.active}</span>
      ),
  },
  {
    key: 'why',
    head: words.why,
    isWide: true,
    cell: ({ ban }) => (
      <span class="cut why" dir="auto">
        {ban ? (ban.words ?? reasonText(ban.reason ?? ban.source)) : ''}
      </span>
    ),
  },
  { key: 'since', head: words.since, isWide: true, cell: ({ ban }) => (ban ? relative(ban.since) : '') },
];

const searches: Partial<Record<string, string>> = { host: 'host', workspace: 'workspaceId' };

/** Returns the request for a search by short URL or host. Without text it lists the banned links. */
const toCall = (by: string, q: string): [path: string, query: Record<string, string>] =>
  q === '' ? ['/safety/bans', {}] : ['/safety/links', { [searches[by] ?? 'shortUrl']: q }];

export function Links() {
  const [{ q = '', by = 'shortUrl' }, change] = useQuery();
  const settled = useSettled(q.trim(), 400);
  const links = usePages<SafetyLink>(
    async (cursor, signal) => {
      const [path, query] = toCall(by, settled);
      const page = await api.get<{ links: SafetyLink[]; nextCursor: string | null }>(
        path,
        { ...query, cursor },
        signal,
      );
      return { items: page.links, nextCursor: page.nextCursor };
    },
    [settled, by],
  );
  const [pending, setPending] = useState<PendingAction>();
  const [shown, setShown] = useState<string>();
  const actions = (row: SafetyLink): MenuItem[] => [
    { label: words.history, icon: 'clock', onSelect: () => setShown(row.linkId) },
    row.ban
      ? { label: words.unban, icon: 'check', onSelect: () => setPending(unbanLink(row, links.reload)) }
      : { label: words.ban, icon: 'shield', isBad: true, onSelect: () => setPending(banLink(row, links.reload)) },
  ];
  return (
    <ListCard
      of={rowsOf(links)}
      head={
        <header>
          <search class="bar filters safety-search">
            <select
              aria-label={words.searchBy}
              value={by}
              onChange={(event) => change({ by: event.currentTarget.value })}
            >
              <option value="shortUrl">{words.byShortUrl}</option>
              <option value="host">{words.byHost}</option>
              <option value="workspace">{words.byWorkspace}</option>
            </select>
            <input
              type="search"
              dir="auto"
              aria-label={words.search}
              placeholder={words.search}
              value={q}
              onInput={(event) => change({ q: event.currentTarget.value }, { isReplacing: true })}
            />
          </search>
        </header>
      }
      empty={<Empty icon={settled ? 'search' : 'check'} title={settled ? words.noLinks : words.noBans} />}
      label={words.tabs.links}
      columns={columns}
      idOf={({ linkId }) => linkId}
      nameOf={({ shortUrl }) => shortUrl}
      actions={actions}
    >
      <Pager pages={links} shown={words.countLinks} moreLabel={text.actions.more} />
      {pending && <ReasonDialog pending={pending} onClose={() => setPending(undefined)} />}
      {shown && <LinkHistory id={shown} onClose={() => setShown(undefined)} />}
    </ListCard>
  );
}
