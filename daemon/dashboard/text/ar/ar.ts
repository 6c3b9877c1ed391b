/**
 * Arabic strings that screens share, and each screen's own strings from `ar/`. Strings with a number or a name are
 * functions. Isolates around names keep the word order if a name contains Latin letters.
 */
import { ui } from '../../../../shared/ui/text/ar/ui.ts';
import type { FirstText } from '../text.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { countLinks } from './nouns.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

export const ar: FirstText = {
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
  signUp,
  verify,
  overview,
  openReviews,
  links,
  analytics,
  share,
  link,
  account,
  secondFactor,
  workspace,
};
