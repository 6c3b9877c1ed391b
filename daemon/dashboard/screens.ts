/** What each screen is drawn by: fetched when it is first opened. */
import type { FunctionComponent } from 'preact';
import { lazy } from 'preact-iso';
import type { RouteName } from './routes.ts';

export const screens: Record<RouteName, FunctionComponent> = {
  overview: lazy(() => import('./screens/overview/overview.tsx').then((m) => m.Overview)),
  links: lazy(() => import('./screens/links/links.tsx').then((m) => m.Links)),
  link: lazy(() => import('./screens/links/link.tsx').then((m) => m.Link)),
  analytics: lazy(() => import('./screens/analytics/analytics.tsx').then((m) => m.Analytics)),
  tags: lazy(() => import('./screens/tags/tags.tsx').then((m) => m.Tags)),
  domains: lazy(() => import('./screens/domains/domains.tsx').then((m) => m.Domains)),
  domain: lazy(() => import('./screens/domains/domain.tsx').then((m) => m.Domain)),
  members: lazy(() => import('./screens/members/members.tsx').then((m) => m.Members)),
  settings: lazy(() => import('./screens/settings/settings.tsx').then((m) => m.Settings)),
  workspace: lazy(() => import('./screens/settings/workspace.tsx').then((m) => m.Workspace)),
  apiKeys: lazy(() => import('./screens/settings/api-keys.tsx').then((m) => m.ApiKeys)),
  webhooks: lazy(() => import('./screens/settings/webhooks.tsx').then((m) => m.Webhooks)),
  webhook: lazy(() => import('./screens/settings/webhook.tsx').then((m) => m.Webhook)),
  billing: lazy(() => import('./screens/settings/billing.tsx').then((m) => m.Billing)),
  auditLog: lazy(() => import('./screens/settings/audit-log.tsx').then((m) => m.AuditLog)),
  account: lazy(() => import('./screens/settings/account.tsx').then((m) => m.Account)),
  safety: lazy(() => import('./screens/safety/safety.tsx').then((m) => m.Safety)),
  signUp: lazy(() => import('./screens/door/sign-up.tsx').then((m) => m.SignUp)),
  forgotPassword: lazy(() => import('./screens/door/forgot-password.tsx').then((m) => m.ForgotPassword)),
  resetPassword: lazy(() => import('./screens/door/reset-password.tsx').then((m) => m.ResetPassword)),
  join: lazy(() => import('./screens/door/join.tsx').then((m) => m.Join)),
  verify: lazy(() => import('./screens/door/verify.tsx').then((m) => m.Verify)),
  confirmAddress: lazy(() => import('./screens/door/verify.tsx').then((m) => m.ConfirmAddress)),
  share: lazy(() => import('./screens/share/share.tsx').then((m) => m.Share)),
};
