/** The finder's results: screens, actions and links. */
import type { Findable, Found } from '../../shared/ui/find/finder.tsx';
import { generalActions } from '../../shared/ui/find/general-actions.ts';
import { withoutScheme } from '../../shared/ui/format.ts';
import { reachedScreens } from '../../shared/ui/screens.ts';
import { api } from './core/api.ts';
import { isFull } from './core/plan-limit.tsx';
import { pathTo, type RouteName } from './core/routes.ts';
import { may, membership } from './core/session.ts';
import type { Link, LinkPage, Role } from './core/types.ts';
import { text } from './text/later.ts';

const most = 8;

const toNew = (name: RouteName, label: string, least: Role, isOpen = true): Found[] =>
  may(least) && isOpen ? [{ label, icon: 'plus', href: pathTo(name, {}, { new: '1' }) }] : [];

const actions = (): Found[] => [
  ...toNew('links', text.links.newLink, 'member'),
  ...(may('member')
    ? [{ label: text.links.createMany, icon: 'upload', href: pathTo('links', {}, { many: '1' }) } as const]
    : []),
  ...toNew('domains', text.domains.add, 'admin', !isFull('domains')),
  ...toNew('members', text.members.invite, 'admin', !isFull('members')),
  ...toNew('apiKeys', text.apiKeys.newKey, 'member'),
  ...toNew('webhooks', text.webhooks.newWebhook, 'admin'),
  ...generalActions(),
];

const toFound = ({ id, shortUrl, title, url }: Link): Found => ({
  label: withoutScheme(shortUrl),
  note: title ?? withoutScheme(url),
  icon: 'link',
  href: pathTo('link', { id }),
});

export const findable = (): Findable => ({
  screens: reachedScreens.value,
  acts: actions(),
  things: text.links.title,
  findThings: async (typed, signal) => {
    if (!membership.value) return [];
    const { links } = await api.get<LinkPage>('/links', { q: typed, archived: 'all', limit: most }, signal);
    return links.map(toFound);
  },
});
