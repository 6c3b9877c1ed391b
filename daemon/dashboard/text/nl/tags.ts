/** Dutch strings for tags. */
import { plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const tags: Text['tags'] = {
  title: 'Tags',
  tag: 'Tag',
  links: 'Links',
  search: 'Tags zoeken',
  none: 'Nog geen tags',
  noneNote: 'Tags groeperen links. Geef een link er een bij het maken of bewerken.',
  toLinks: 'Naar de links',
  noneFound: 'Geen tag gevonden',
  showLinks: 'Links tonen',
  analytics: 'Statistieken',
  rename: 'Naam wijzigen of samenvoegen',
  renameTitle: (tag) => `Naam van ${tag} wijzigen`,
  renameHint:
    'Met de naam van een andere tag worden de twee samengevoegd. Een gedeelde pagina houdt haar URL, behalve bij samenvoegen.',
  name: 'Naam',
  renamed: (from, to) => `${from} heet nu ${to}`,
  deleteTitle: (tag) => `${tag} verwijderen?`,
  deleteNote: (links) =>
    plural(links, {
      one: 'De tag verdwijnt van # link. De link blijft. De gedeelde pagina van de tag verdwijnt. Dit kan niet ongedaan worden gemaakt.',
      other:
        'De tag verdwijnt van # links. De links blijven. De gedeelde pagina van de tag verdwijnt. Dit kan niet ongedaan worden gemaakt.',
    }),
  deleted: (tag) => `${tag} verwijderd`,
};
