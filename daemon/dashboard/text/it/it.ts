/**
 * Italian strings that screens share, and each screen's own strings from `it/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';
import { account } from './account.ts';
import { analytics, share, unknownPaths } from './analytics.ts';
import { apiKeys } from './api-keys.ts';
import { auditLog } from './audit-log.ts';
import { billing, planRoom } from './billing.ts';
import { createMany } from './create-many.ts';
import { domains } from './domains.ts';
import { imports } from './imports.ts';
import { linkForm } from './link-form.ts';
import { linkRules } from './link-rules.ts';
import { link, links } from './links.ts';
import { members } from './members.ts';
import { overview } from './overview.ts';
import { qr } from './qr.ts';
import { ban, safety } from './safety.ts';
import { secondFactor } from './second-factor.ts';
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
} from './sign-in.ts';
import { tags } from './tags.ts';
import { webhooks } from './webhooks.ts';
import { workspace } from './workspace.ts';

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
