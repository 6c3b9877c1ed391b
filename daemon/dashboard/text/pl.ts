/**
 * Polish strings that screens share, and each screen's own strings from `pl/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../shared/ui/text/pl/ui.ts';
import { account } from './pl/account.ts';
import { analytics, share, unknownPaths } from './pl/analytics.ts';
import { apiKeys } from './pl/api-keys.ts';
import { auditLog } from './pl/audit-log.ts';
import { billing, planRoom } from './pl/billing.ts';
import { createMany } from './pl/create-many.ts';
import { domains } from './pl/domains.ts';
import { imports } from './pl/imports.ts';
import { linkForm } from './pl/link-form.ts';
import { linkRules } from './pl/link-rules.ts';
import { link, links } from './pl/links.ts';
import { members } from './pl/members.ts';
import { overview } from './pl/overview.ts';
import { qr } from './pl/qr.ts';
import { ban, safety } from './pl/safety.ts';
import { secondFactor } from './pl/second-factor.ts';
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
} from './pl/sign-in.ts';
import { tags } from './pl/tags.ts';
import { webhooks } from './pl/webhooks.ts';
import { workspace } from './pl/workspace.ts';
import type { Text } from './text.ts';

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
