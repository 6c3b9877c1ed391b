/** French strings for the export. */
import type { Text } from '../text.ts';

export const exportWords: Text['export'] = {
  title: 'Export',
  note: 'Téléchargez des contacts dans un fichier pour un tableur, une autre application ou vos archives.',
  download: 'Télécharger',
  started: (contacts, format) =>
    `Le téléchargement a commencé\u00a0: ${contacts}, fichier contacts.${format}. Votre navigateur affiche sa progression\u00a0; vous pouvez continuer à travailler ici.`,
  all: (contacts) => `Tout (${contacts})`,
  noMatch: 'Aucun contact ne correspond au filtre. Il n’y a rien à télécharger.',
  none: 'Rien à exporter pour l’instant',
  noneNote: 'Il n’y a aucun contact.',
  formatTitle: 'Format',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'Pour les tableurs. Les valeurs qui ressemblent à des formules sont précédées d’une apostrophe.',
    jsonl: 'Pour les applications. Un enregistrement JSON par ligne.',
  },
  columnsTitle: 'Colonnes',
  chosen: (n, all) => `${n} sur ${all}`,
  allColumns: 'Toutes les colonnes',
  usualColumns: 'Colonnes habituelles',
  leftOut: 'Exclues',
  noColumn: 'Choisissez au moins une colonne.',
  up: (name) => `Monter ${name}`,
  down: (name) => `Descendre ${name}`,
};
