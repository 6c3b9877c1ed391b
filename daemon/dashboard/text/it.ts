/**
 * Italian strings that screens share, and each screen's own strings from `it/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../shared/ui/text/it/ui.ts';
import { account } from './it/account.ts';
import { analytics, share, unknownPaths } from './it/analytics.ts';
import { apiKeys } from './it/api-keys.ts';
import { auditLog } from './it/audit-log.ts';
import { billing, planRoom } from './it/billing.ts';
import { createMany } from './it/create-many.ts';
import { domains } from './it/domains.ts';
import { imports } from './it/imports.ts';
import { linkForm } from './it/link-form.ts';
import { linkRules } from './it/link-rules.ts';
import { link, links } from './it/links.ts';
import { members } from './it/members.ts';
import { overview } from './it/overview.ts';
import { qr } from './it/qr.ts';
import { ban, safety } from './it/safety.ts';
import { secondFactor } from './it/second-factor.ts';
import {
  confirmAddress,
  firstVisit,
  forgotPassword,
  handOver,
  join,
  resetPassword,
  signIn,
  signUp,
  verify,
} from './it/sign-in.ts';
import { tags } from './it/tags.ts';
import { webhooks } from './it/webhooks.ts';
import { workspace } from './it/workspace.ts';
import type { Text } from './text.ts';

export const it: Text = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Link brevi, i loro clic, domini e persone.',
    noScript: 'Questa pagina richiede JavaScript.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# link', other: '# link' }) },
  health: {
    title: 'Stato di salute',
    note: 'Stato di salute di questa installazione, visto da questa macchina.',
  },
  plans: { free: 'Gratuito', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Admin', member: 'Membro', viewer: 'Visualizzatore' },
  usage: {
    links: (used) => plural(used, { one: '# link questo mese', other: '# link questo mese' }),
    linksOf: (used, all) => `${used} di ${all} link questo mese`,
  },
  actions: { ...ui.buttons, back: 'Indietro', open: 'Apri' },

  signIn,
  handOver,
  firstVisit,
  forgotPassword,
  resetPassword,
  signUp,
  join,
  verify,
  confirmAddress,
  overview,
  links,
  linkForm,
  linkRules,
  createMany,
  imports,
  qr,
  analytics,
  unknownPaths,
  share,
  link,
  tags,
  domains,
  members,
  apiKeys,
  webhooks,
  billing,
  auditLog,
  account,
  secondFactor,
  workspace,
  planRoom,
  safety,
  ban,
};
