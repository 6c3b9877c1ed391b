/**
 * Arabic strings that screens share, and each screen's own strings from `ar/`. Strings with a number or a name are
 * functions. Isolates around names keep the word order if a name contains Latin letters.
 */
import { ui } from '../../../shared/ui/text/ar/ui.ts';
import { account } from './ar/account.ts';
import { analytics, share, unknownPaths } from './ar/analytics.ts';
import { apiKeys } from './ar/api-keys.ts';
import { auditLog } from './ar/audit-log.ts';
import { billing, planRoom } from './ar/billing.ts';
import { createMany } from './ar/create-many.ts';
import { domains } from './ar/domains.ts';
import { imports } from './ar/imports.ts';
import { linkForm } from './ar/link-form.ts';
import { linkRules } from './ar/link-rules.ts';
import { link, links } from './ar/links.ts';
import { members } from './ar/members.ts';
import { countLinks } from './ar/nouns.ts';
import { overview } from './ar/overview.ts';
import { qr } from './ar/qr.ts';
import { ban, safety } from './ar/safety.ts';
import { secondFactor } from './ar/second-factor.ts';
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
} from './ar/sign-in.ts';
import { tags } from './ar/tags.ts';
import { webhooks } from './ar/webhooks.ts';
import { workspace } from './ar/workspace.ts';
import type { Text } from './text.ts';

export const ar: Text = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'الروابط القصيرة ونقراتها والنطاقات والأشخاص.',
    noScript: 'تحتاج هذه الصفحة إلى JavaScript.',
  },
  ui,
  counts: { links: countLinks },
  health: {
    title: 'حالة النظام',
    note: 'حالة هذا التثبيت، كما تُرى من هذا الجهاز.',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'مشرف', member: 'عضو', viewer: 'مُشاهد' },
  usage: {
    links: (used) => `${countLinks(used)} هذا الشهر`,
    linksOf: (used, all) => `الروابط هذا الشهر: ${used} من ${all}`,
  },
  actions: { ...ui.buttons, back: 'رجوع', open: 'فتح' },

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
