/**
 * Every screen: its path below `/dashboard`, its texts, its place and its component. To add a screen, add an entry
 * here. The router, the menus, the finder, the keys, and the tests that try all screens use this list.
 */
import type { Drawn, ScreenTable } from '../../shared/ui/screens.ts';
import { text } from './text/text.ts';

/**
 * The users who can see a screen; by default the workspace's members. `customers`: members of a workspace with
 * limits, because a workspace without limits has no billing.
 */
export type Audience = 'users' | 'operators' | 'customers';

export const screens = {
  overview: {
    path: '/',
    title: text.overview.title,
    icon: 'home',
    menu: 'main',
    key: 'o',
    load: (): Drawn => import('./screens/overview/overview.tsx').then((m) => m.Overview),
  },
  links: {
    path: '/links',
    title: text.links.title,
    icon: 'link',
    menu: 'main',
    key: 'l',
    load: (): Drawn => import('./screens/links/links.tsx').then((m) => m.Links),
  },
  link: {
    path: '/links/:id',
    load: (): Drawn => import('./screens/links/link.tsx').then((m) => m.Link),
  },
  import: {
    path: '/import',
    title: text.screens.imports.title,
    icon: 'upload',
    key: 'i',
    load: (): Drawn => import('./screens/import/import.tsx').then((m) => m.Import),
  },
  analytics: {
    path: '/analytics',
    title: text.analytics.title,
    icon: 'chart',
    menu: 'main',
    key: 'a',
    load: (): Drawn => import('./screens/analytics/analytics.tsx').then((m) => m.Analytics),
  },
  unknownPaths: {
    path: '/analytics/unknown',
    title: text.screens.unknownPaths.title,
    icon: 'search',
    key: 'n',
    load: (): Drawn => import('./screens/analytics/unknown-paths.tsx').then((m) => m.UnknownPaths),
  },
  tags: {
    path: '/tags',
    title: text.screens.tags.title,
    icon: 'tag',
    menu: 'main',
    key: 't',
    load: (): Drawn => import('./screens/tags/tags.tsx').then((m) => m.Tags),
  },
  domains: {
    path: '/domains',
    title: text.screens.domains.title,
    icon: 'globe',
    menu: 'main',
    key: 'd',
    load: (): Drawn => import('./screens/domains/domains.tsx').then((m) => m.Domains),
  },
  domain: {
    path: '/domains/:id',
    load: (): Drawn => import('./screens/domains/domain.tsx').then((m) => m.Domain),
  },
  members: {
    path: '/members',
    title: text.screens.members.title,
    icon: 'people',
    menu: 'main',
    key: 'm',
    load: (): Drawn => import('./screens/members/members.tsx').then((m) => m.Members),
  },
  settings: {
    path: '/settings',
    title: text.ui.nav.settings,
    icon: 'settings',
    menu: 'main',
    key: 's',
    load: (): Drawn => import('./screens/settings/list.tsx').then((m) => m.Settings),
  },
  workspace: {
    path: '/settings/workspace',
    title: text.workspace.title,
    icon: 'home',
    menu: 'settings',
    note: text.workspace.about,
    key: 'w',
    load: (): Drawn => import('./screens/settings/workspace/workspace.tsx').then((m) => m.Workspace),
  },
  apiKeys: {
    path: '/settings/api-keys',
    title: text.screens.apiKeys.title,
    icon: 'key',
    menu: 'settings',
    note: text.screens.apiKeys.about,
    key: 'k',
    load: (): Drawn => import('./screens/settings/api-keys.tsx').then((m) => m.ApiKeys),
  },
  webhooks: {
    path: '/settings/webhooks',
    title: text.screens.webhooks.title,
    icon: 'webhook',
    menu: 'settings',
    note: text.screens.webhooks.about,
    key: 'h',
    load: (): Drawn => import('./screens/settings/webhooks/webhooks.tsx').then((m) => m.Webhooks),
  },
  billing: {
    path: '/settings/billing',
    title: text.screens.billing.title,
    icon: 'card',
    menu: 'settings',
    note: text.screens.billing.about,
    for: 'customers',
    key: 'b',
    load: (): Drawn => import('./screens/settings/billing/billing.tsx').then((m) => m.Billing),
  },
  auditLog: {
    path: '/settings/audit-log',
    title: text.screens.auditLog.title,
    icon: 'clock',
    menu: 'settings',
    note: text.screens.auditLog.about,
    key: 'u',
    load: (): Drawn => import('./screens/settings/audit-log.tsx').then((m) => m.AuditLog),
  },
  account: {
    path: '/settings/account',
    title: text.account.title,
    icon: 'user',
    menu: 'settings',
    note: text.account.about,
    for: 'users',
    key: 'p',
    load: (): Drawn => import('./screens/settings/account/account.tsx').then((m) => m.Account),
  },
  webhook: {
    path: '/settings/webhooks/:id',
    load: (): Drawn => import('./screens/settings/webhooks/webhooks.tsx').then((m) => m.Webhook),
  },
  safety: {
    path: '/safety',
    title: text.screens.safety.title,
    icon: 'shield',
    menu: 'main',
    for: 'operators',
    key: 'f',
    load: (): Drawn => import('./screens/safety/safety.tsx').then((m) => m.Safety),
  },
  health: {
    path: '/health',
    title: text.health.title,
    icon: 'pulse',
    menu: 'main',
    for: 'operators',
    key: 'c',
    load: (): Drawn => import('./screens/health/health.tsx').then((m) => m.Health),
  },
  signUp: {
    path: '/sign-up',
    open: true,
    load: (): Drawn => import('./screens/sign-in/sign-up.tsx').then((m) => m.SignUp),
  },
  forgotPassword: {
    path: '/forgot-password',
    open: true,
    load: (): Drawn => import('./screens/sign-in/forgot-password.tsx').then((m) => m.ForgotPassword),
  },
  resetPassword: {
    path: '/reset-password',
    open: true,
    load: (): Drawn => import('./screens/sign-in/reset-password.tsx').then((m) => m.ResetPassword),
  },
  join: {
    path: '/join',
    open: true,
    load: (): Drawn => import('./screens/sign-in/join.tsx').then((m) => m.Join),
  },
  verify: {
    path: '/verify',
    open: true,
    load: (): Drawn => import('./screens/sign-in/verify.tsx').then((m) => m.Verify),
  },
  confirmAddress: {
    path: '/confirm-address',
    open: true,
    load: (): Drawn => import('./screens/sign-in/verify.tsx').then((m) => m.ConfirmAddress),
  },
  share: {
    path: '/share/:token',
    open: true,
    load: (): Drawn => import('./screens/share/share.tsx').then((m) => m.Share),
  },
} as const satisfies ScreenTable<Audience>;

declare module './core/routes.ts' {
  interface Application {
    screens: typeof screens;
  }
}
