/** French strings for creating many links. */
import { number, plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const createMany: Text['createMany'] = {
  title: 'Créer plusieurs liens',
  paste: 'URL',
  pasteHint:
    'Une URL par ligne, ou des colonnes (tabulation ou virgule)\u00a0: URL, slug, titre, tags. Une ligne d’en-tête peut les réordonner. Séparez les tags par ; ou |.',
  domain: 'Domaine',
  tags: 'Tags pour tous les liens',
  utm: 'UTM pour tous les liens',
  expiry: 'Expiration pour tous les liens',
  rows: (n) => plural(n, { one: '# ligne', other: '# lignes' }),
  ready: (n) => plural(n, { one: '# prête', other: '# prêtes' }),
  /** `lines`: the first affected lines. */
  faulty: (n, lines) =>
    `${number(n)} avec un problème (${plural(n, { one: 'ligne', other: 'lignes' })} ${lines.join(', ')}${n > lines.length ? ', …' : ''})`,
  file: 'Choisir un fichier',
  fileHint: 'Ou déposez-en un ici\u00a0: CSV ou texte avec une URL par ligne, 1\u00a0Mo maximum.',
  fileTooLarge: (name) => `${name} dépasse 1\u00a0Mo. Divisez-le en plusieurs fichiers.`,
  fileNoText: (name) => `${name} n’est pas du texte UTF-8. Enregistrez-le en CSV UTF-8 et choisissez-le à nouveau.`,
  fileEmpty: (name) => `${name} ne contient aucune URL.`,
  tooMany: (most) =>
    plural(most, {
      one: 'Seule la première ligne (#) est prise en compte. Collez le reste ensuite.',
      other: 'Seules les # premières lignes sont prises en compte. Collez le reste ensuite.',
    }),
  allowance: (left) =>
    plural(left, {
      one: 'Vous pouvez encore créer # lien ce mois-ci.',
      other: 'Vous pouvez encore créer # liens ce mois-ci.',
    }),
  create: (n) => plural(n, { one: 'Créer # lien', other: 'Créer # liens' }),
  columns: { row: 'Ligne', url: 'Destination', slug: 'Slug', title: 'Titre', tags: 'Tags', state: 'Résultat' },
  state: { ready: 'Prête', sending: 'Création…' },
  faults: {
    noUrl: 'URL manquante.',
    badUrl: 'Ce n’est pas une URL http ou https.',
    longUrl: 'L’URL dépasse 2\u00a0048 caractères.',
    badSlug:
      'Uniquement des lettres, des chiffres, - et _\u00a0; une lettre ou un chiffre au début\u00a0; 64 au maximum.',
    slugTwice: (row) => `La ligne ${row} a le même slug.`,
    longTitle: 'Le titre dépasse 200 caractères.',
    manyTags: '20 tags au maximum.',
    longTag: 'Un tag a 40 caractères au maximum.',
  },
  /** This text is used within `linkForm.draft`. */
  draft: 'liste de liens',
  back: 'Modifier la liste',
  retry: (n) => plural(n, { one: 'Relancer # ligne en échec', other: 'Relancer # lignes en échec' }),
  done: (made, failed) => {
    const created = plural(made, { one: '# lien créé', other: '# liens créés' });
    return failed === 0 ? created : `${created}, ${plural(failed, { one: '# échec', other: '# échecs' })}`;
  },
  creating: (done, all) => `${done} sur ${all}`,
  creatingLabel: 'Création des liens',
  copyAll: 'Copier les URL courtes',
  downloadCsv: 'Télécharger le CSV',
  stopped: 'Arrêté',
  empty: 'Collez des URL pour voir ici un aperçu de chaque lien.',
  more: (n) => plural(n, { one: 'et # autre ligne', other: 'et # autres lignes' }),
};
