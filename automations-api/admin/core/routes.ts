/** Every screen and its address below `/wp-admin`: the one list, also for those who try them all. */
import { type AppRoute, pathsOf } from '../../../shared/ui/routes.ts';

export const base = '/wp-admin';

export const routes = [
  { name: 'dashboard', path: '/', nav: 'grid' },
  { name: 'contacts', path: '/contacts', nav: 'contact' },
  { name: 'duplicates', path: '/contacts/duplicates' },
  { name: 'contact', path: '/contacts/:id' },
  { name: 'segments', path: '/segments', nav: 'filter' },
  { name: 'tags', path: '/tags', nav: 'tag' },
  { name: 'lists', path: '/lists', nav: 'list' },
  { name: 'fields', path: '/fields', nav: 'fields' },
  { name: 'rules', path: '/rules', nav: 'flow' },
  { name: 'rule', path: '/rules/:id' },
  { name: 'webhooks', path: '/webhooks', nav: 'webhook' },
  { name: 'webhook', path: '/webhooks/:id' },
  { name: 'export', path: '/export', nav: 'download' },
  { name: 'jobs', path: '/jobs', nav: 'bolt' },
  { name: 'settings', path: '/settings', nav: 'settings' },
  { name: 'restApi', path: '/settings/rest-api' },
  { name: 'users', path: '/settings/users' },
  { name: 'consent', path: '/settings/consent' },
  { name: 'mail', path: '/settings/mail' },
  { name: 'links', path: '/settings/links' },
  { name: 'plugins', path: '/settings/plugins' },
  { name: 'auditLog', path: '/settings/audit-log' },
  { name: 'account', path: '/settings/account' },
  { name: 'forgotPassword', path: '/forgot-password', door: true },
  { name: 'resetPassword', path: '/reset-password', door: true },
  { name: 'join', path: '/join', door: true },
] as const satisfies AppRoute[];

export type RouteName = (typeof routes)[number]['name'];

export const pathTo = pathsOf<RouteName>(base, routes);
