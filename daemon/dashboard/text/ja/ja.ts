/**
 * Japanese strings that screens share, and each screen's own strings from `ja/`. Strings with a number or a name are
 * functions.
 */
import { number, ui } from '../../../../shared/ui/text/ja/ui.ts';
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
