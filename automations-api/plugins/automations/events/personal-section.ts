/** A contact's custom events, for the personal data export. */
import type { PersonalSection } from '../context/personal-section.ts';
import { sqlDate } from '../core/dates.ts';
import { listEvents, moveEvents } from './core/queries.ts';

export const eventSection: PersonalSection = {
  name: 'events',
  title: 'Events',
  list: async (db, { id }) =>
    (await listEvents(db, id)).map(({ at, name, data }) => ({
      at: sqlDate(at),
      name,
      data: JSON.parse(data) as unknown,
    })),
  move: moveEvents,
};
