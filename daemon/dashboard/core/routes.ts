/** Every screen and its address below `/dashboard`: the one list, also for those who try them all. */
import { type AppRoute, pathsOf } from '../../../shared/ui/routes.ts';

export const base = '/dashboard';

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
] as const satisfies AppRoute[];

export type RouteName = (typeof routes)[number]['name'];

export const pathTo = pathsOf<RouteName>(base, routes);
