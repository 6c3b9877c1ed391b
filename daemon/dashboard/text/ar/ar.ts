/**
 * Arabic strings that screens share, and each screen's own strings from `ar/`. Strings with a number or a name are
 * functions. Isolates around names keep the word order if a name contains Latin letters.
 */
import { ui } from '../../../../shared/ui/text/ar/ui.ts';
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
import { countLinks } from './nouns.ts';
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

export const ar: Text = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'الروابط المختصرة ونقراتها والنطاقات والأشخاص.',
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
