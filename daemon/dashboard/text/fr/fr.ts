/**
 * French strings that screens share, and each screen's own strings from `fr/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/fr/ui.ts';
import type { FirstText } from '../text.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

export const fr: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Liens courts, leurs clics, domaines et personnes.',
    noScript: 'Cette page nécessite JavaScript.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# lien', other: '# liens' }) },
  health: {
    title: 'Santé',
    note: 'État de santé de cette installation, vu depuis cette machine.',
  },
  plans: { free: 'Gratuit', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Admin', member: 'Membre', viewer: 'Lecteur' },
  usage: {
    links: (used) => plural(used, { one: '# lien ce mois-ci', other: '# liens ce mois-ci' }),
    linksOf: (used, all) => `${used} liens sur ${all} ce mois-ci`,
  },
  actions: { ...ui.buttons, back: 'Retour', open: 'Ouvrir' },

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
