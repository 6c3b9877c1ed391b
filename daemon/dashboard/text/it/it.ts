/**
 * Italian strings that screens share, and each screen's own strings from `it/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/it/ui.ts';
import type { FirstText } from '../text.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

export const it: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Link brevi, i loro clic, domini e persone.',
    noScript: 'Questa pagina richiede JavaScript.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# link', other: '# link' }) },
  health: {
    title: 'Stato di salute',
    note: 'Stato di salute di questa installazione, visto da questa macchina.',
  },
  plans: { free: 'Gratuito', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Admin', member: 'Membro', viewer: 'Visualizzatore' },
  usage: {
    links: (used) => plural(used, { one: '# link questo mese', other: '# link questo mese' }),
    linksOf: (used, all) => `${used} di ${all} link questo mese`,
  },
  actions: { ...ui.buttons, back: 'Indietro', open: 'Apri' },

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
