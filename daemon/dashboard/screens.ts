/** What each screen is drawn by: fetched when it is first opened. */
import { type Part, part } from '../../shared/ui/part.tsx';
import type { RouteName } from './core/routes.ts';

export const screens: Record<RouteName, Part> = {
  overview: part(() => import('./screens/overview/overview.tsx').then((m) => m.Overview)),
  links: part(() => import('./screens/links/links.tsx').then((m) => m.Links)),
  link: part(() => import('./screens/links/link.tsx').then((m) => m.Link)),
  analytics: part(() => import('./screens/analytics/analytics.tsx').then((m) => m.Analytics)),
  tags: part(() => import('./screens/tags/tags.tsx').then((m) => m.Tags)),
  domains: part(() => import('./screens/domains/domains.tsx').then((m) => m.Domains)),
  domain: part(() => import('./screens/domains/domain.tsx').then((m) => m.Domain)),
  members: part(() => import('./screens/members/members.tsx').then((m) => m.Members)),
  settings: part(() => import('./screens/settings/core/settings.tsx').then((m) => m.Settings)),
  workspace: part(() => import('./screens/settings/workspace/workspace.tsx').then((m) => m.Workspace)),
  apiKeys: part(() => import('./screens/settings/api-keys/api-keys.tsx').then((m) => m.ApiKeys)),
  webhooks: part(() => import('./screens/settings/webhooks/webhooks.tsx').then((m) => m.Webhooks)),
  webhook: part(() => import('./screens/settings/webhooks/webhook.tsx').then((m) => m.Webhook)),
  billing: part(() => import('./screens/settings/billing/billing.tsx').then((m) => m.Billing)),
  auditLog: part(() => import('./screens/settings/audit/audit-log.tsx').then((m) => m.AuditLog)),
  account: part(() => import('./screens/settings/account/account.tsx').then((m) => m.Account)),
  safety: part(() => import('./screens/safety/safety.tsx').then((m) => m.Safety)),
  signUp: part(() => import('./screens/sign-in/sign-up.tsx').then((m) => m.SignUp)),
  forgotPassword: part(() => import('./screens/sign-in/forgot-password.tsx').then((m) => m.ForgotPassword)),
  resetPassword: part(() => import('./screens/sign-in/reset-password.tsx').then((m) => m.ResetPassword)),
  join: part(() => import('./screens/sign-in/join.tsx').then((m) => m.Join)),
  verify: part(() => import('./screens/sign-in/verify.tsx').then((m) => m.Verify)),
  confirmAddress: part(() => import('./screens/sign-in/verify.tsx').then((m) => m.ConfirmAddress)),
  share: part(() => import('./screens/share/share.tsx').then((m) => m.Share)),
};
