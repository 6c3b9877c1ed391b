/**
 * Japanese strings that screens share, and each screen's own strings from `ja/`. Strings with a number or a name are
 * functions.
 */
import { number, ui } from '../../../shared/ui/text/ja/ui.ts';
import { account } from './ja/account.ts';
import { analytics, share, unknownPaths } from './ja/analytics.ts';
import { apiKeys } from './ja/api-keys.ts';
import { auditLog } from './ja/audit-log.ts';
import { billing, planRoom } from './ja/billing.ts';
import { createMany } from './ja/create-many.ts';
import { domains } from './ja/domains.ts';
import { imports } from './ja/imports.ts';
import { linkForm } from './ja/link-form.ts';
import { linkRules } from './ja/link-rules.ts';
import { link, links } from './ja/links.ts';
import { members } from './ja/members.ts';
import { overview } from './ja/overview.ts';
import { qr } from './ja/qr.ts';
import { ban, safety } from './ja/safety.ts';
import { secondFactor } from './ja/second-factor.ts';
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
} from './ja/sign-in.ts';
import { tags } from './ja/tags.ts';
import { webhooks } from './ja/webhooks.ts';
import { workspace } from './ja/workspace.ts';
import type { Text } from './text.ts';

export const ja: Text = {
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
    note: 'このマシンから見た、このインストール環境の状態です。',
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
