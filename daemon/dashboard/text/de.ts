/**
 * German strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../shared/ui/text/de/ui.ts';
import { account } from './de/account.ts';
import { analytics, share, unknownPaths } from './de/analytics.ts';
import { apiKeys } from './de/api-keys.ts';
import { auditLog } from './de/audit-log.ts';
import { billing, planRoom } from './de/billing.ts';
import { createMany } from './de/create-many.ts';
import { domains } from './de/domains.ts';
import { imports } from './de/imports.ts';
import { linkForm } from './de/link-form.ts';
import { linkRules } from './de/link-rules.ts';
import { link, links } from './de/links.ts';
import { members } from './de/members.ts';
import { overview } from './de/overview.ts';
import { qr } from './de/qr.ts';
import { ban, safety } from './de/safety.ts';
import { secondFactor } from './de/second-factor.ts';
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
} from './de/sign-in.ts';
import { tags } from './de/tags.ts';
import { webhooks } from './de/webhooks.ts';
import { workspace } from './de/workspace.ts';
import type { Text } from './text.ts';

export const de: Text = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Kurzlinks, ihre Klicks, Domains und Personen.',
    noScript: 'Diese Seite braucht JavaScript.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# Link', other: '# Links' }) },
  health: {
    title: 'Systemzustand',
    note: 'Zustand dieser Installation, von diesem Server aus gesehen.',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Admin', member: 'Mitglied', viewer: 'Betrachter' },
  usage: {
    links: (used) => plural(used, { one: '# Link diesen Monat', other: '# Links diesen Monat' }),
    linksOf: (used, all) => `${used} von ${all} Links diesen Monat`,
  },
  actions: { ...ui.buttons, back: 'Zurück', open: 'Öffnen' },

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
