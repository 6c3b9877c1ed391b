/** Every screen and its address below `/dashboard`: the one list, also for those who try them all. */
import { type AppRoute, pathsOf } from '../../../shared/ui/routes.ts';

export const base = '/dashboard';

export const routes = [
  { name: 'overview', path: '/', nav: 'home', key: 'o' },
  { name: 'links', path: '/links', nav: 'link', key: 'l' },
  { name: 'link', path: '/links/:id' },
  { name: 'analytics', path: '/analytics', nav: 'chart', key: 'a' },
  { name: 'tags', path: '/tags', nav: 'tag', key: 't' },
  { name: 'domains', path: '/domains', nav: 'globe', key: 'd' },
  { name: 'domain', path: '/domains/:id' },
  { name: 'members', path: '/members', nav: 'people', key: 'm' },
  { name: 'settings', path: '/settings', nav: 'settings', key: 's' },
  { name: 'workspace', path: '/settings/workspace', key: 'w' },
  { name: 'apiKeys', path: '/settings/api-keys', key: 'k' },
  { name: 'webhooks', path: '/settings/webhooks', key: 'h' },
  { name: 'webhook', path: '/settings/webhooks/:id' },
  { name: 'billing', path: '/settings/billing', key: 'b' },
  { name: 'auditLog', path: '/settings/audit-log', key: 'u' },
  { name: 'account', path: '/settings/account', key: 'p' },
  { name: 'safety', path: '/safety', nav: 'shield', key: 'f' },
  { name: 'signUp', path: '/sign-up', open: true },
  { name: 'forgotPassword', path: '/forgot-password', open: true },
  { name: 'resetPassword', path: '/reset-password', open: true },
  { name: 'join', path: '/join', open: true },
  { name: 'verify', path: '/verify', open: true },
  { name: 'confirmAddress', path: '/confirm-address', open: true },
  { name: 'share', path: '/share/:token', open: true },
] as const satisfies AppRoute[];

export type RouteName = (typeof routes)[number]['name'];

export const pathTo = pathsOf<RouteName>(base, routes);
