/** A contact's timeline, for the personal data export. */
import type { PersonalSection } from '../context/personal-section.ts';
import { showCaller } from '../core/callers.ts';
import { sqlDate } from '../core/dates.ts';
import { listTimeline, moveTimeline } from './core/queries.ts';

export const timelineSection: PersonalSection = {
  name: 'timeline',
  title: 'Timeline',
  async list(db, { id }) {
    const entries = await listTimeline(db, id, [], { beforeId: undefined, limit: Number.MAX_SAFE_INTEGER });
    return entries.reverse().map((entry) => ({
      at: sqlDate(entry.at),
      event: entry.event,
      by: showCaller(entry),
      data: JSON.parse(entry.data) as unknown,
    }));
  },
  move: moveTimeline,
};
