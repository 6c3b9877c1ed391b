/** Every screen and its address below `/wp-admin`: the one list, also for those who try them all. */
import { type AppRoute, pathsOf } from '../../../shared/ui/routes.ts';

export const base = '/wp-admin';

export const routes = [
  { name: 'dashboard', path: '/', nav: 'grid', key: 'd' },
  { name: 'contacts', path: '/contacts', nav: 'contact', key: 'c' },
  { name: 'duplicates', path: '/contacts/duplicates', key: 'x' },
  { name: 'contact', path: '/contacts/:id' },
  { name: 'segments', path: '/segments', nav: 'filter', key: 'g' },
  { name: 'tags', path: '/tags', nav: 'tag', key: 't' },
  { name: 'lists', path: '/lists', nav: 'list', key: 'l' },
  { name: 'fields', path: '/fields', nav: 'fields', key: 'f' },
  { name: 'rules', path: '/rules', nav: 'flow', key: 'r' },
  { name: 'rule', path: '/rules/:id' },
  { name: 'webhooks', path: '/webhooks', nav: 'webhook', key: 'w' },
  { name: 'webhook', path: '/webhooks/:id' },
  { name: 'export', path: '/export', nav: 'download', key: 'e' },
  { name: 'jobs', path: '/jobs', nav: 'bolt', key: 'j' },
  { name: 'settings', path: '/settings', nav: 'settings', key: 's' },
  { name: 'restApi', path: '/settings/rest-api', key: 'k' },
  { name: 'users', path: '/settings/users', key: 'u' },
  { name: 'consent', path: '/settings/consent', key: 'o' },
  { name: 'mail', path: '/settings/mail', key: 'm' },
  { name: 'links', path: '/settings/links', key: 'i' },
  { name: 'plugins', path: '/settings/plugins', key: 'p' },
  { name: 'auditLog', path: '/settings/audit-log', key: 'a' },
  { name: 'account', path: '/settings/account', key: 'y' },
  { name: 'forgotPassword', path: '/forgot-password', open: true },
  { name: 'resetPassword', path: '/reset-password', open: true },
  { name: 'join', path: '/join', open: true },
] as const satisfies AppRoute[];

export type RouteName = (typeof routes)[number]['name'];

export const pathTo = pathsOf<RouteName>(base, routes);
