/**
 * German strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/de/ui.ts';
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

export const de: Text = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Kurzlinks, ihre Klicks, Domains und Mitglieder.',
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
