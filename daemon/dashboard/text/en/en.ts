/**
 * English strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { counted } from '../../../../shared/plural.ts';
import { ui } from '../../../../shared/ui/text/en/ui.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

export const en = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Short links, their clicks, domains and people.',
    noScript: 'This page needs JavaScript.',
  },
  ui,
  counts: { links: (n: number) => counted(n, 'link') },
  health: {
    title: 'Health',
    note: 'Health of this installation, as seen from this machine.',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Admin', member: 'Member', viewer: 'Viewer' },
  usage: {
    links: (used: number) => `${counted(used, 'link')} this month`,
    linksOf: (used: string, all: string) => `${used} of ${all} links this month`,
  },
  actions: { ...ui.buttons, back: 'Back', open: 'Open' },

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
