/**
 * Turkish strings that screens share, and each screen's own strings from `tr/`. Strings with a number or a name are
 * functions.
 */
import { number, ui } from '../../../../shared/ui/text/tr/ui.ts';
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

const linkCount = (n: number) => `${number(n)} bağlantı`;

export const tr: Text = {
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
