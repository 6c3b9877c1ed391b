/**
 * Polish strings that screens share, and each screen's own strings from `pl/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/pl/ui.ts';
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

const linkCount = (n: number) => plural(n, { one: '# link', few: '# linki', many: '# linków', other: '# linku' });

export const pl: Text = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Krótkie linki, ich kliknięcia, domeny i osoby.',
    noScript: 'Ta strona wymaga JavaScriptu.',
  },
  ui,
  counts: { links: linkCount },
  health: {
    title: 'Stan systemu',
    note: 'Stan tej instalacji widziany z tej maszyny.',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Administrator', member: 'Członek', viewer: 'Obserwator' },
  usage: {
    links: (used) => `${linkCount(used)} w tym miesiącu`,
    linksOf: (used, all) => `Linki w tym miesiącu: ${used} z ${all}`,
  },
  actions: { ...ui.buttons, back: 'Wstecz', open: 'Otwórz' },

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
