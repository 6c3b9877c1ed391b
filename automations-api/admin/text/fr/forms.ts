/** French strings for forms: the list, the builder, the preview and the submissions. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

const lostPosts = (posts: number) =>
  plural(posts, {
    one: 'Il a # envoi\u00a0: non confirmé, il est supprimé\u00a0; confirmé, il reste chez son contact.',
    other:
      'Il a # envois\u00a0: ceux qui ne sont pas confirmés sont supprimés, les autres restent chez leurs contacts.',
  });

export const forms: Text['forms'] = {
  title: 'Formulaires',
  note: 'Des pages où l’on s’abonne. Créez un lien vers un formulaire, ou intégrez-le à votre propre site.',
  parts: {
    name: 'Nom',
    slug: 'Slug',
    fields: 'Champs',
    title: 'Titre',
    intro: 'Introduction',
    button: 'Bouton',
    thanks: 'Texte après l’envoi',
    redirect_url: 'URL après l’envoi',
    consent_text: 'Texte de consentement',
    lists: 'Ajouter aux listes',
    offered_lists: 'Listes au choix',
    tags: 'Ajouter des tags',
    double_opt_in: 'Confirmer par e-mail',
    embeddable: 'D’autres sites peuvent l’intégrer',
  },
  newForm: 'Nouveau formulaire',
  one: 'Formulaire',
  none: 'Aucun formulaire pour l’instant',
  noneNote:
    'Un formulaire demande une adresse e-mail et tout ce que vous voulez savoir. Les nouveaux contacts confirment par e-mail avant de rejoindre vos listes.',
  search: 'Rechercher un formulaire',
  noneFound: 'Aucun formulaire ne correspond',
  columns: { posts: 'Envois', confirmed: 'Confirmés' },
  accept: (name) => `Accepter les envois de ${name}`,
  turnedOn: (name) => `${name} accepte les envois`,
  turnedOff: (name) => `${name} n’accepte plus d’envois`,
  show: 'Ouvrir la page',
  submissions: 'Envois',
  submissionsCounted: (n) => `Envois (${n})`,
  tabs: 'Parties du formulaire',
  saved: (name) => `Formulaire ${name} enregistré`,
  deleteTitle: (name) => `Supprimer le formulaire ${name}\u00a0?`,
  deleteNote: (posts) =>
    [
      'Sa page cesse de fonctionner, même là où elle est intégrée.',
      ...(posts > 0 ? [lostPosts(posts)] : []),
      'Cette action est irréversible.',
    ].join(' '),
  deleted: (name) => `Formulaire ${name} supprimé`,

  basics: 'Nom et URL',
  nameHint: 'Visible uniquement par votre équipe.',
  slugHint: 'La fin de son URL. S’il est vide, il est dérivé du nom.',
  slugChanged: 'Les liens vers l’URL précédente et les formulaires intégrés cessent de fonctionner.',
  fieldsNote: 'Dans leur ordre sur la page.',
  addField: 'Ajouter un champ',
  required: 'Obligatoire',
  requiredOf: (name) => `${name} est obligatoire`,
  moveUp: (name) => `Monter ${name}`,
  moveDown: (name) => `Descendre ${name}`,
  movedTo: (at, count) => `Maintenant champ ${at} sur ${count}`,
  texts: 'Textes',
  textsNote: 'Les textes vides apparaissent dans la langue du visiteur.',
  redirectHint: 'S’ouvre à la place du texte.',
  consentHint: 'Affiché avec une case à cocher obligatoire. Chaque envoi consigne la version acceptée.',
  afterwards: 'Après l’envoi',
  offeredHint: 'Les visiteurs voient ces listes avec des cases à cocher.',
  doubleOptInHint: 'Les nouveaux contacts rejoignent les listes après avoir ouvert le lien d’un e-mail.',

  previewed: 'le formulaire',

  publish: 'Publier',
  embed: 'Code d’intégration',
  embedHint: 'Collez-le dans le HTML de votre page.',
  copyEmbed: 'Copier le code d’intégration',
  isOff: 'Le formulaire est désactivé\u00a0: sa page indique qu’il est fermé.',

  noSubmissions: 'Aucun envoi pour l’instant',
  allOutcomes: 'Tous',
  noneOfOutcome: 'Aucun envoi avec ce résultat',
  notForViewers: 'Les lecteurs ne peuvent pas voir les envois',
  noSubmissionsNote: 'Partagez l’URL du formulaire ou intégrez-le. Les envois apparaissent ici.',
  email: 'E-mail',
  lists: 'Listes',
  answer: (label, value) => `${label}\u00a0: ${value}`,
  outcome: 'Résultat',
  at: 'Date d’envoi',
  outcomes: {
    new: 'Reçu',
    waiting: 'Non confirmé',
    confirmed: 'Confirmé',
    added: 'Ajouté',
    limited: 'Trop d’envois',
    refused: 'Refusé',
  },
};
