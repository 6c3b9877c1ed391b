/** French strings for imports. Each application adds the names of the objects that it imports. */
import type { ImportWords } from '../en/import.ts';
import type { AnyText, ReadFile } from '../shape.ts';
import { number, plural } from './ui.ts';

/** The names are masculine and start with a consonant. */
type Names = {
  one: string;
  many: string;
  note: string;
  files: string;
  formats: Record<string, string>;
  /** A sentence about the objects that an undo keeps. */
  left: string;
};
/** The choice for rows whose object already exists. The first option is the default. */
type Taken = {
  label: string;
  options: Record<string, string>;
  /** The status for rows without one. The first option is the default. */
  defaultStatus?: { label: string; hint: string; options: Record<string, string> };
  resubscribe?: { label: string; hint: string };
  refusesFaultyCells?: { label: string; hint: string };
};

const delimiters: Record<string, string> = {
  ',': 'des virgules',
  ';': 'des points-virgules',
  '\t': 'des tabulations',
  '|': 'des barres verticales',
};
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

const rowsOf = (n: number) => plural(n, { one: '# ligne', other: '# lignes' });

/** Describes the file, such as "66 rows · CSV with commas, UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const rows = total === null ? '' : rowsOf(total);
  if (!fileForm) return rows;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'export SQL' : kind.toUpperCase();
  const parts = [
    ...(files > 1 ? [`${files} fichiers`] : []),
    delimiter === null ? form : `${form} séparé par ${delimiters[delimiter] ?? delimiter}`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${rows} · ${parts.join(', ')}`;
}

export const importWords = (title: string, names: Names, taken: Taken): AnyText<ImportWords> => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `Afficher ces ${names.many}`,
  note: names.note,
  formats: { auto: 'Détecter', ...names.formats, csv: 'Autre tableau' } as Record<string, string>,
  taken: taken as Taken,
  counted: (n: number) => plural(n, { one: `# ${names.one}`, other: `# ${names.many}` }),
  file: {
    title: 'Fichier à importer',
    choose: 'Choisir un fichier',
    drop: 'ou déposez-en un n’importe où sur cette page',
    kinds: `${names.files}, 1\u00a0Go maximum. Rien n’est créé avant que vous ne lanciez l’import.`,
    systems: Object.values(names.formats),
    recognised: 'Reconnus automatiquement',
    others: 'tout tableau avec une ligne d’en-tête',
    tooLarge: (name: string) => `${name} dépasse 1\u00a0Go. Divisez-le en plusieurs fichiers.`,
    empty: (name: string) => `${name} est vide.`,
    sending: (name: string) => `Envoi de ${name}`,
    sent: (sent: string, all: string) => `${sent} sur ${all}`,
    stay: 'Laissez cette page ouverte jusqu’à la fin de l’envoi du fichier. L’import continue ensuite sans elle.',
    cancelled: 'Envoi interrompu',
  },
  mapping: {
    title: 'Colonnes',
    note: `Choisissez à quel champ du ${names.one} correspond chaque colonne.`,
    fieldOf: (column: string) => `Champ pour ${column}`,
    leaveOut: 'Ignorer',
    newFields: (n: number) => plural(n, { one: 'Créer # champ', other: 'Créer # champs' }),
    newFieldsNote: 'Ou transformez chaque colonne ignorée en un champ du type qui convient à ses cellules.',
    preview: (n: number) => plural(n, { one: 'Première ligne (#)', other: '# premières lignes' }),
    row: 'Ligne',
    leftOut: 'Ignorée',
  },
});

const common = {
  actors: {
    session: 'un membre',
    api_key: 'une clé API',
    operator: 'un opérateur',
    system: 'le service',
  } as Record<string, string>,
  rows: rowsOf,
  steps: { label: 'Étapes', file: 'Fichier', check: 'Vérification', import: 'Import' },
  notAllowed: 'Vous ne pouvez pas importer ici',
  format: 'Format',
  found: (rows: number | null) => (rows === null ? 'Comptage des lignes' : rowsOf(rows)),
  fileForm: formOf,
  domains: {
    title: 'Domaines',
    note: 'Le fichier contient des hôtes qui ne sont pas des domaines de cet espace de travail.',
    all: 'Domaine pour les liens de tous les hôtes',
    allLabel: 'Tous les hôtes',
    various: 'Choisi pour chaque hôte',
    where: (host: string) => `Domaine pour les liens de ${host}`,
    nowhereLabel: 'Ne pas importer',
  },
  check: 'Revérifier',
  checking: 'Vérification du fichier',
  start: (n: number) => plural(n, { one: 'Importer # ligne', other: 'Importer # lignes' }),
  ready: (possible: number, all: number) =>
    possible === 0
      ? 'Aucune ligne ne peut encore être importée. Vérifiez les motifs et les colonnes.'
      : plural(all, {
          one: `${number(possible)} ligne sur # peut être importée.`,
          other: `Lignes importables\u00a0: ${number(possible)} sur #.`,
        }),
  changed: 'Vous avez modifié les colonnes ou les choix. Revérifiez avant de lancer l’import.',
  progress: {
    title: 'Import en cours',
    undoing: 'Annulation de l’import',
    label: 'Progression',
    of: (done: string, all: string) => `${done} lignes sur ${all}`,
    waiting: 'En attente de démarrage',
    away: 'Vous pouvez fermer cette page. L’import continue, et Imports précédents affiche sa progression.',
    paused: 'En pause. Rien ne se passe tant que vous ne reprenez pas l’import.',
  },
  acts: {
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    cancel: 'Interrompre l’import',
    undo: 'Annuler l’import',
    another: 'Importer un autre fichier',
  },
  /** Toasts for the end of an import. */
  news: {
    done: 'L’import est terminé.',
    checked: 'La vérification est terminée.',
    cancelled: 'L’import a été interrompu.',
    failed: 'L’import a échoué.',
  },
  past: {
    title: 'Imports précédents',
    none: 'Aucun import pour l’instant',
    noneNote: 'Les fichiers importés apparaissent ici avec leurs rapports pendant 30\u00a0jours.',
    file: 'Fichier',
    status: 'Statut',
    rows: 'Lignes',
    made: 'Créés',
    when: 'Lancement',
    /** Either argument can be empty if it is unknown. */
    by: (format: string, actor: string) =>
      [format, actor && `${format ? 'par' : 'Par'} ${actor}`].filter(Boolean).join(', '),
    open: 'Ouvrir',
    more: 'Afficher plus',
  },
  statuses: {
    queued: 'En file d’attente',
    reading: 'Lecture',
    running: 'En cours',
    paused: 'En pause',
    done: 'Terminé',
    cancelled: 'Interrompu',
    failed: 'En échec',
  },
  checked: 'Vérifié',
  undone: 'Annulé',
};

const outcomeWords = ({ one, many }: Names) => ({
  outcome: {
    dry: 'Ce que ferait l’import',
    real: 'Ce qu’a fait l’import',
    created: { dry: 'Nouveaux', real: 'Créés' },
    changedOnes: { dry: 'À modifier', real: 'Modifiés' },
    skipped: { dry: 'À ignorer', real: 'Ignorés' },
    failed: { dry: 'Impossibles', real: 'En échec' },
    notes: 'Ce qui ne peut pas être repris',
    failures: (n: number) => plural(n, { one: 'Télécharger # ligne en échec', other: 'Télécharger # lignes en échec' }),
    report: 'Télécharger le rapport',
    downloadNote: 'Fichiers CSV avec les colonnes d’origine et, dans la colonne «\u00a0error\u00a0», le motif.',
  },
  reasons: {
    failed: 'Pourquoi des lignes échouent',
    skipped: 'Pourquoi des lignes sont ignorées',
    changed: 'Pourquoi des lignes modifient quelque chose',
    kept: `Pourquoi des ${many} restent`,
    others: 'Autres motifs',
    first: (shown: string, all: string) =>
      `Les ${shown} premières lignes sur ${all}. Téléchargez le fichier pour les avoir toutes.`,
    rowsOf: (reason: string) => `Lignes\u00a0: ${reason}`,
  },
  allowance: (needed: number, left: number) =>
    plural(left, {
      one: `Utilise ${number(needed)} sur # nouveau ${one} restant ce mois-ci.`,
      other: `Utilise ${number(needed)} des # nouveaux ${many} restants ce mois-ci.`,
    }),
  beyond: (needed: number, left: number) =>
    `${plural(needed, { one: `Nécessite # nouveau ${one}`, other: `Nécessite # nouveaux ${many}` })}, ${plural(left, {
      one: 'et il en reste # ce mois-ci',
      other: 'et il en reste # ce mois-ci',
    })}. Les lignes en trop échouent.`,
});

const undoWords = ({ one, many, left }: Names) => ({
  cancel: {
    title: 'Interrompre cet import\u00a0?',
    note: (made: number) =>
      plural(made, {
        one: `Jusqu’ici, # ${one} a été créé ou modifié, et il reste. Vous pourrez ensuite annuler l’import.`,
        other: `Jusqu’ici, # ${many} ont été créés ou modifiés, et ils restent. Vous pourrez ensuite annuler l’import.`,
      }),
    check: 'Rien n’a été créé ni modifié.',
  },
  undo: {
    title: 'Annuler cet import\u00a0?',
    deleted: (n: number) =>
      plural(n, {
        one: `L’annulation supprime # ${one} créé par l’import.`,
        other: `L’annulation supprime # ${many} créés par l’import.`,
      }),
    restored: (n: number) =>
      plural(n, {
        one: `L’annulation rétablit # ${one} modifié par l’import.`,
        other: `L’annulation rétablit # ${many} modifiés par l’import.`,
      }),
    kept: `Les ${many} modifiés après l’import restent tels quels. Le rapport les indique.`,
    left,
    until: (when: string) => `Vous pouvez annuler l’import jusqu’au ${when}.`,
    done: (deleted: number, restored: number, kept: number) =>
      [
        plural(deleted, { one: `# ${one} supprimé`, other: `# ${many} supprimés` }),
        plural(restored, { one: '# rétabli', other: '# rétablis' }),
        ...(kept > 0 ? [plural(kept, { one: '# gardé', other: '# gardés' })] : []),
      ]
        .join(', ')
        .concat('.'),
    keptTitle: 'Ce que l’annulation a gardé',
    keptNote: 'Un fichier CSV qui indique chacun d’eux avec le motif.',
    keptRows: (n: number) => plural(n, { one: 'Télécharger # ligne gardée', other: 'Télécharger # lignes gardées' }),
  },
  remove: {
    action: 'Supprimer l’enregistrement',
    title: 'Supprimer l’enregistrement de cet import\u00a0?',
    note: `Le fichier et le rapport sont supprimés. Les ${many} restent, et l’import ne peut plus être annulé.`,
    done: 'Enregistrement supprimé',
  },
});
