/**
 * Turkish strings that screens share, and each screen's own strings from `tr/`. Strings with a number or a name are
 * functions.
 */
import { number, ui } from '../../../../shared/ui/text/tr/ui.ts';
import type { FirstText } from '../text.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

const linkCount = (n: number) => `${number(n)} bağlantı`;

export const tr: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Kısa bağlantılar, tıklamaları, alan adları ve kişiler.',
    noScript: 'Bu sayfa JavaScript gerektirir.',
  },
  ui,
  counts: { links: linkCount },
  health: {
    title: 'Sistem durumu',
    note: 'Bu kurulumun, bu makineden görülen durumu.',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Yönetici', member: 'Üye', viewer: 'Görüntüleyici' },
  usage: {
    links: (used) => `Bu ay ${linkCount(used)}`,
    linksOf: (used, all) => `Bu ay ${used} / ${all} bağlantı`,
  },
  actions: { ...ui.buttons, back: 'Geri', open: 'Aç' },

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
