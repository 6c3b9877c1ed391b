/**
 * Dutch strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/nl/ui.ts';
import type { FirstText } from '../text.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

export const nl: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Korte links, hun klikken, domeinen en leden.',
    noScript: 'Deze pagina heeft JavaScript nodig.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# link', other: '# links' }) },
  health: {
    title: 'Systeemstatus',
    note: 'De staat van deze installatie, gezien vanaf deze server.',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Admin', member: 'Lid', viewer: 'Kijker' },
  usage: {
    links: (used) => plural(used, { one: '# link deze maand', other: '# links deze maand' }),
    linksOf: (used, all) => `${used} van ${all} links deze maand`,
  },
  actions: { ...ui.buttons, back: 'Terug', open: 'Openen' },

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
