/**
 * Dutch strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/nl/ui.ts';
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

export const nl: Text = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Korte links, hun klikken, domeinen en leden.',
    noScript: 'Deze pagina heeft JavaScript nodig.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# link', other: '# links' }) },
  health: {
    title: 'Systeemstatus',
    note: 'De staat van deze installatie, gezien vanaf deze server.',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Admin', member: 'Lid', viewer: 'Kijker' },
  usage: {
    links: (used) => plural(used, { one: '# link deze maand', other: '# links deze maand' }),
    linksOf: (used, all) => `${used} van ${all} links deze maand`,
  },
  actions: { ...ui.buttons, back: 'Terug', open: 'Openen' },

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
