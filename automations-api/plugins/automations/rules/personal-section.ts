/** Rule steps for a contact, for the personal data export. */
import type { PersonalSection } from '../context/personal-section.ts';
import { sqlDate } from '../core/dates.ts';
import { listStepsOfContact } from './run-list-queries.ts';
import { moveRuns } from './run-queries.ts';

export const runSection: PersonalSection = {
  name: 'rule_steps',
  title: 'Actions of rules',
  async list(db, { id }) {
    const steps = await listStepsOfContact(db, id);
    return steps.map(({ name, event, status, step, at, outcome, detail }) => ({
      at: at && sqlDate(at),
      rule: name,
      event,
      status,
      step,
      outcome,
      detail,
    }));
  },
  move: moveRuns,
};
