/**
 * Spanish strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/es/ui.ts';
import type { FirstText } from '../text.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

export const es: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Enlaces cortos, sus clics, dominios y personas.',
    noScript: 'Esta página necesita JavaScript.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# enlace', many: '# de enlaces', other: '# enlaces' }) },
  health: {
    title: 'Estado del sistema',
    note: 'Estado de esta instalación, visto desde esta máquina.',
  },
  plans: { free: 'Gratis', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Administrador', member: 'Miembro', viewer: 'Lector' },
  usage: {
    links: (used) =>
      plural(used, { one: '# enlace este mes', many: '# de enlaces este mes', other: '# enlaces este mes' }),
    linksOf: (used, all) => `${used} de ${all} enlaces este mes`,
  },
  actions: { ...ui.buttons, back: 'Atrás', open: 'Abrir' },

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
