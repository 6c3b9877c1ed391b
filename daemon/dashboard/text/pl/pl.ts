/**
 * Polish strings that screens share, and each screen's own strings from `pl/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/pl/ui.ts';
import type { FirstText } from '../text.ts';
import { account } from './account.ts';
import { analytics, share } from './analytics.ts';
import { link, links } from './links.ts';
import { overview } from './overview.ts';
import { openReviews } from './safety.ts';
import { secondFactor } from './second-factor.ts';
import { firstVisit, handOver, signIn, signUp, verify } from './sign-in.ts';
import { workspace } from './workspace.ts';

const linkCount = (n: number) => plural(n, { one: '# link', few: '# linki', many: '# linków', other: '# linku' });

export const pl: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Krótkie linki, ich kliknięcia, domeny i osoby.',
    noScript: 'Ta strona wymaga JavaScriptu.',
  },
  ui,
  counts: { links: linkCount },
  health: {
    title: 'Stan systemu',
    note: 'Stan tej instalacji widziany z tej maszyny.',
  },
  plans: { free: 'Free', pro: 'Pro', team: 'Team', scale: 'Scale' },
  roles: { admin: 'Administrator', member: 'Członek', viewer: 'Obserwator' },
  usage: {
    links: (used) => `${linkCount(used)} w tym miesiącu`,
    linksOf: (used, all) => `Linki w tym miesiącu: ${used} z ${all}`,
  },
  actions: { ...ui.buttons, back: 'Wstecz', open: 'Otwórz' },

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
