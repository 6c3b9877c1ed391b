/** Every screen and its address below `/dashboard`: the one list, also for those who try them all. */
import type { IconName } from '../../shared/ui/icon.tsx';

export const base = '/dashboard';

/**
 * `door`: without the navigation, and open to those who have not signed in. `nav`: its place in the main navigation, which
 * has its heading's words.
 */
export const routes = [
  { name: 'overview', path: '/', nav: 'home' },
  { name: 'links', path: '/links', nav: 'link' },
  { name: 'link', path: '/links/:id' },
  { name: 'analytics', path: '/analytics', nav: 'chart' },
  { name: 'tags', path: '/tags', nav: 'tag' },
  { name: 'domains', path: '/domains', nav: 'globe' },
  { name: 'domain', path: '/domains/:id' },
  { name: 'members', path: '/members', nav: 'people' },
  { name: 'settings', path: '/settings', nav: 'settings' },
  { name: 'workspace', path: '/settings/workspace' },
  { name: 'apiKeys', path: '/settings/api-keys' },
  { name: 'webhooks', path: '/settings/webhooks' },
  { name: 'webhook', path: '/settings/webhooks/:id' },
  { name: 'billing', path: '/settings/billing' },
  { name: 'auditLog', path: '/settings/audit-log' },
  { name: 'account', path: '/settings/account' },
  { name: 'safety', path: '/safety' },
  { name: 'signUp', path: '/sign-up', door: true },
  { name: 'forgotPassword', path: '/forgot-password', door: true },
  { name: 'resetPassword', path: '/reset-password', door: true },
  { name: 'join', path: '/join', door: true },
  { name: 'verify', path: '/verify', door: true },
  { name: 'confirmAddress', path: '/confirm-address', door: true },
  { name: 'share', path: '/share/:token', door: true },
] as const satisfies { name: string; path: string; nav?: IconName; door?: true }[];

export type RouteName = (typeof routes)[number]['name'];

const paths = Object.fromEntries(routes.map(({ name, path }) => [name, path])) as Record<RouteName, string>;

/** The address of a screen, with its parameters in their places. */
export function pathTo(
  name: RouteName,
  params: Record<string, string> = {},
  query: Record<string, string> = {},
): string {
  const path = paths[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams(query).toString();
  return `${base}${path === '/' ? '' : path}${search && `?${search}`}`;
}
