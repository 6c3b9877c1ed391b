/** A contact's bounces, for the personal data export. */
import type { PersonalSection } from '../../context/personal-section.ts';
import { sqlDate } from '../../core/dates.ts';
import { listBounces, moveBounces } from './queries.ts';

export const bounceSection: PersonalSection = {
  name: 'bounces',
  title: 'Bounces',
  async list(db, { id }) {
    const bounces = await listBounces(db, id);
    return bounces.map(({ created_at, kind, source }) => ({ at: sqlDate(created_at), kind, source }));
  },
  move: moveBounces,
};
