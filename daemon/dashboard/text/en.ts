/**
 * English strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { counted, ui } from '../../../shared/ui/text/en/ui.ts';
import { account } from './en/account.ts';
import { analytics, share, unknownPaths } from './en/analytics.ts';
import { apiKeys } from './en/api-keys.ts';
import { auditLog } from './en/audit-log.ts';
import { billing, planRoom } from './en/billing.ts';
import { createMany } from './en/create-many.ts';
import { domains } from './en/domains.ts';
import { imports } from './en/imports.ts';
import { linkForm } from './en/link-form.ts';
import { linkRules } from './en/link-rules.ts';
import { link, links } from './en/links.ts';
import { members } from './en/members.ts';
import { overview } from './en/overview.ts';
import { qr } from './en/qr.ts';
import { ban, safety } from './en/safety.ts';
import { secondFactor } from './en/second-factor.ts';
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
} from './en/sign-in.ts';
import { tags } from './en/tags.ts';
import { webhooks } from './en/webhooks.ts';
import { workspace } from './en/workspace.ts';

export const en = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Short links, their clicks, domains and people.',
    noScript: 'This page needs JavaScript.',
  },
  ui,
  counts: { links: (n: number) => counted(n, 'link') },
  health: {
    title: 'Health',
    note: 'Health of this installation, as seen from this machine.',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Admin', member: 'Member', viewer: 'Viewer' },
  usage: {
    links: (used: number) => `${counted(used, 'link')} this month`,
    linksOf: (used: string, all: string) => `${used} of ${all} links this month`,
  },
  actions: { ...ui.buttons, back: 'Back', open: 'Open' },

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
