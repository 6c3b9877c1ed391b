/** What each screen is drawn by: fetched when it is first opened. */
import { type Part, part } from '../../shared/ui/part.tsx';
import type { RouteName } from './core/routes.ts';

export const screens: Record<RouteName, Part> = {
  dashboard: part(() => import('./screens/dashboard/dashboard.tsx').then((m) => m.Dashboard)),
  contacts: part(() => import('./screens/contacts/contacts.tsx').then((m) => m.Contacts)),
  duplicates: part(() => import('./screens/duplicates/duplicates.tsx').then((m) => m.Duplicates)),
  contact: part(() => import('./screens/contact/contact.tsx').then((m) => m.Contact)),
  segments: part(() => import('./screens/segments/segments.tsx').then((m) => m.Segments)),
  tags: part(() => import('./screens/terms/terms.tsx').then((m) => m.Tags)),
  lists: part(() => import('./screens/terms/terms.tsx').then((m) => m.Lists)),
  rules: part(() => import('./screens/rules/rules.tsx').then((m) => m.Rules)),
  rule: part(() => import('./screens/rules/rule.tsx').then((m) => m.RuleScreen)),
  webhooks: part(() => import('./screens/webhooks/webhooks.tsx').then((m) => m.Webhooks)),
  webhook: part(() => import('./screens/webhooks/webhook.tsx').then((m) => m.Webhook)),
  export: part(() => import('./screens/export/export.tsx').then((m) => m.Export)),
  jobs: part(() => import('./screens/jobs/jobs.tsx').then((m) => m.Jobs)),
  auditLog: part(() => import('./screens/settings/audit/audit-log.tsx').then((m) => m.AuditLog)),
  fields: part(() => import('./screens/fields/fields.tsx').then((m) => m.Fields)),
  settings: part(() => import('./screens/settings/core/settings.tsx').then((m) => m.Settings)),
  restApi: part(() => import('./screens/settings/rest-api.tsx').then((m) => m.RestApi)),
  users: part(() => import('./screens/settings/users.tsx').then((m) => m.Users)),
  consent: part(() => import('./screens/settings/consent/consent.tsx').then((m) => m.Consent)),
  mail: part(() => import('./screens/settings/mail/mail.tsx').then((m) => m.Mail)),
  links: part(() => import('./screens/settings/links.tsx').then((m) => m.Links)),
  plugins: part(() => import('./screens/settings/plugins/plugins.tsx').then((m) => m.Plugins)),
  account: part(() => import('./screens/settings/account.tsx').then((m) => m.Account)),
  forgotPassword: part(() => import('./screens/sign-in/forgot-password.tsx').then((m) => m.ForgotPassword)),
  resetPassword: part(() => import('./screens/sign-in/reset-password.tsx').then((m) => m.ResetPassword)),
  join: part(() => import('./screens/sign-in/join.tsx').then((m) => m.Join)),
};
