/**
 * German strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/de/ui.ts';
import type { FirstText } from '../text.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

export const de: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Kurzlinks, ihre Klicks, Domains und Mitglieder.',
    noScript: 'Diese Seite braucht JavaScript.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# Link', other: '# Links' }) },
  health: {
    title: 'Systemzustand',
    note: 'Zustand dieser Installation, von diesem Server aus gesehen.',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Admin', member: 'Mitglied', viewer: 'Betrachter' },
  usage: {
    links: (used) => plural(used, { one: '# Link diesen Monat', other: '# Links diesen Monat' }),
    linksOf: (used, all) => `${used} von ${all} Links diesen Monat`,
  },
  actions: { ...ui.buttons, back: 'Zurück', open: 'Öffnen' },

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
