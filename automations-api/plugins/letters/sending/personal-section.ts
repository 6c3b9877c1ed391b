/** A contact's letters, for the personal data export, merges and deletions. */
import type { PluginSection } from '../../../host/contacts.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import { sqlDate } from '../../../host/shapes.ts';
import type { LettersTables } from '../core/tables.ts';
import { deleteLetters, listLetters, moveLetters } from './queries.ts';

export const letterSection = ({ db }: Pick<PluginApi<LettersTables>, 'db'>): PluginSection<LettersTables> => ({
  name: 'letters',
  title: 'Emails from rules',
  async list({ id }) {
    const letters = await listLetters(db, id);
    return letters.map(({ sent_at, ...letter }) => ({ at: sqlDate(sent_at), ...letter }));
  },
  move: moveLetters,
  remove: deleteLetters,
});
