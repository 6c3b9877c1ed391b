/**
 * Brazilian Portuguese strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/pt/ui.ts';
import type { FirstText } from '../text.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

export const pt: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Links curtos, seus cliques, domínios e pessoas.',
    noScript: 'Esta página precisa de JavaScript.',
  },
  ui,
  counts: { links: (n) => plural(n, { one: '# link', many: '# de links', other: '# links' }) },
  health: {
    title: 'Diagnóstico',
    note: 'O estado desta instalação, visto desta máquina.',
  },
  plans: { free: 'Grátis', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Administrador', member: 'Membro', viewer: 'Leitor' },
  usage: {
    links: (used) =>
      plural(used, { one: '# link neste mês', many: '# de links neste mês', other: '# links neste mês' }),
    linksOf: (used, all) => `${used} de ${all} links neste mês`,
  },
  actions: { ...ui.buttons, back: 'Voltar', open: 'Abrir' },

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
