/** Dutch strings for segments. */
import { plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const segments: Text['segments'] = {
  title: 'Segmenten',
  note: 'Opgeslagen filters. Contacten komen erbij en vallen eraf als ze veranderen.',
  name: 'Naam',
  count: 'Contacten',
  created: 'Gemaakt',
  open: 'Contacten tonen',
  picked: (name) => `Segment: ${name}`,
  manage: 'Alle segmenten',
  add: 'Nieuw segment',
  conditions: 'Voorwaarden',
  counting: 'Tellen…',
  meets: (n) =>
    plural(n, { one: '# contact voldoet nu aan het filter.', other: '# contacten voldoen nu aan het filter.' }),
  save: 'Als segment opslaan',
  saveChanges: 'Wijzigingen opslaan',
  saveAsNew: 'Als nieuw opslaan',
  saveHint: 'Slaat de zoekopdracht en filters van deze lijst op.',
  saved: (name) => `Segment ${name} opgeslagen`,
  none: 'Nog geen segmenten',
  noneNote: 'Een segment is een opgeslagen filter: contacten komen erbij en vallen eraf als ze veranderen.',
  noneFound: 'Geen segment gevonden',
  search: 'Segmenten zoeken',
  toContacts: 'Naar contacten',
  usedBy: 'Gebruikt door',
  usedByRule: (name) => `Regel ${name}`,
  edit: 'Filter bewerken',
  duplicateTitle: (name) => `${name} dupliceren`,
  keptTitle: (name) => `${name} kan niet worden verwijderd`,
  keptNote: 'Deze gebruiken het. Wijzig ze eerst:',
  deleteTitle: (name) => `Segment ${name} verwijderen?`,
  deleteNote: 'Niets gebruikt het. De contacten blijven zoals ze zijn. Dit kan niet ongedaan worden gemaakt.',
  deleted: (name) => `Segment ${name} verwijderd`,
};
