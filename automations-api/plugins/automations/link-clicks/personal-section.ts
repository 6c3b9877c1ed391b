/** A contact's clicks, for the personal data export. */
import type { PersonalSection } from '../context/personal-section.ts';
import { listLinkClicks, moveClicks } from './core/queries.ts';
import { showClick } from './show-click.ts';

export const clickSection: PersonalSection = {
  name: 'clicks',
  title: 'Clicked links',
  list: async (db, { id }) => (await listLinkClicks(db, id)).reverse().map(showClick),
  move: moveClicks,
};
