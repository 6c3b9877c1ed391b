/**
 * Japanese strings that screens share, and each screen's own strings from `ja/`. Strings with a number or a name are
 * functions.
 */
import { number, ui } from '../../../../shared/ui/text/ja/ui.ts';
import type { FirstText } from '../text.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

export const ja: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: '短縮リンクとそのクリック、ドメイン、メンバー。',
    noScript: 'このページには JavaScript が必要です。',
  },
  ui,
  counts: { links: (n) => `リンク${number(n)}件` },
  health: {
    title: '稼働状況',
    note: 'このサーバーから見た、このインストール環境の状態です。',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: '管理者', member: 'メンバー', viewer: '閲覧者' },
  usage: {
    links: (used) => `今月のリンク: ${number(used)}件`,
    linksOf: (used, all) => `今月のリンク: ${used} / ${all}件`,
  },
  actions: { ...ui.buttons, back: '戻る', open: '開く' },

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
