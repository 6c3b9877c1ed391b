/**
 * Brazilian Portuguese strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../shared/ui/text/pt/ui.ts';
import { account } from './pt/account.ts';
import { analytics, share, unknownPaths } from './pt/analytics.ts';
import { apiKeys } from './pt/api-keys.ts';
import { auditLog } from './pt/audit-log.ts';
import { billing, planRoom } from './pt/billing.ts';
import { createMany } from './pt/create-many.ts';
import { domains } from './pt/domains.ts';
import { imports } from './pt/imports.ts';
import { linkForm } from './pt/link-form.ts';
import { linkRules } from './pt/link-rules.ts';
import { link, links } from './pt/links.ts';
import { members } from './pt/members.ts';
import { overview } from './pt/overview.ts';
import { qr } from './pt/qr.ts';
import { ban, safety } from './pt/safety.ts';
import { secondFactor } from './pt/second-factor.ts';
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
} from './pt/sign-in.ts';
import { tags } from './pt/tags.ts';
import { webhooks } from './pt/webhooks.ts';
import { workspace } from './pt/workspace.ts';
import type { Text } from './text.ts';

export const pt: Text = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Links curtos, seus cliques, domínios e pessoas.',
    noScript: 'Esta página precisa de JavaScript.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# link', many: '# de links', other: '# links' }) },
  health: {
    title: 'Diagnóstico',
    note: 'O estado desta instalação, visto desta máquina.',
  },
  plans: { free: 'Grátis', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Administrador', member: 'Membro', viewer: 'Leitor' },
  usage: {
    links: (used) =>
      plural(used, { one: '# link neste mês', many: '# de links neste mês', other: '# links neste mês' }),
    linksOf: (used, all) => `${used} de ${all} links neste mês`,
  },
  actions: { ...ui.buttons, back: 'Voltar', open: 'Abrir' },

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
