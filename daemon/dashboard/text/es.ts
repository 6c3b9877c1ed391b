/**
 * Spanish strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../shared/ui/text/es/ui.ts';
import { account } from './es/account.ts';
import { analytics, share, unknownPaths } from './es/analytics.ts';
import { apiKeys } from './es/api-keys.ts';
import { auditLog } from './es/audit-log.ts';
import { billing, planRoom } from './es/billing.ts';
import { createMany } from './es/create-many.ts';
import { domains } from './es/domains.ts';
import { imports } from './es/imports.ts';
import { linkForm } from './es/link-form.ts';
import { linkRules } from './es/link-rules.ts';
import { link, links } from './es/links.ts';
import { members } from './es/members.ts';
import { overview } from './es/overview.ts';
import { qr } from './es/qr.ts';
import { ban, safety } from './es/safety.ts';
import { secondFactor } from './es/second-factor.ts';
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
} from './es/sign-in.ts';
import { tags } from './es/tags.ts';
import { webhooks } from './es/webhooks.ts';
import { workspace } from './es/workspace.ts';
import type { Text } from './text.ts';

export const es: Text = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Enlaces cortos, sus clics, dominios y personas.',
    noScript: 'Esta página necesita JavaScript.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# enlace', many: '# de enlaces', other: '# enlaces' }) },
  health: {
    title: 'Salud',
    note: 'Salud de esta instalación, vista desde esta máquina.',
  },
  plans: { free: 'Gratis', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Administrador', member: 'Miembro', viewer: 'Lector' },
  usage: {
    links: (used) =>
      plural(used, { one: '# enlace este mes', many: '# de enlaces este mes', other: '# enlaces este mes' }),
    linksOf: (used, all) => `${used} de ${all} enlaces este mes`,
  },
  actions: { ...ui.buttons, back: 'Atrás', open: 'Abrir' },

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
