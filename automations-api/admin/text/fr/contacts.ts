/** French strings for the list of contacts. */
import { number, plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const contacts: Text['contacts'] = {
  title: 'Contacts',
  search: 'Rechercher un contact',
  add: 'Ajouter un contact',
  customFields: 'Champs personnalisés',
  added: (email) => `${email} ajouté`,
  saved: (email) => `${email} enregistré`,
  export: 'Exporter',
  exportThese: 'Exporter ces contacts',
  open: 'Ouvrir',
  edit: 'Statut, tags et listes',
  editTitle: (email) => `Statut, tags et listes de ${email}`,
  deleteTitle: (name) => `Supprimer ${name}\u00a0?`,
  deleteNote: 'Supprime le contact avec toutes ses données. Cette action est irréversible.',
  deleted: (email) => `${email} supprimé`,
  none: 'Aucun contact ne correspond',
  clearFilters: 'Effacer recherche et filtres',
  empty: 'Aucun contact pour l’instant',
  emptyNote:
    'Importez-les, ajoutez-en un ici, ou laissez votre boutique et vos formulaires les ajouter via l’API REST.',
  columns: {
    contact: 'Contact',
    place: 'Lieu',
    changed: 'Modification',
    added: 'Ajout',
  },
  types: { lead: 'Prospect', customer: 'Client' },
  rowsAPage: (n) => plural(n, { one: '# ligne par page', other: '# lignes par page' }),
  addFirst: 'Ajouter un contact',
  importFirst: 'Importer des contacts',
  merge: 'Fusionner avec…',
  editTags: (email) => `Modifier les tags de ${email}`,
  tagsOf: (email) => `Tags de ${email}`,
  status: {
    menu: (email, status) => `Statut de ${email}\u00a0: ${status}`,
    changed: (email, status) => `Nouveau statut de ${email}\u00a0: ${status.toLowerCase()}`,
    resubscribe: 'Réabonner',
    resubscribeTitle: (email) => `Réabonner ${email}\u00a0?`,
    resubscribeNote: (status) =>
      `Ce contact ne veut plus d’e-mails (${status.toLowerCase()}). Continuez uniquement s’il en a redemandé.`,
  },
  sorts: {
    creation_date: 'ajout',
    last_modified: 'modification',
    f_name: 'prénom',
    l_name: 'nom',
    email: 'e-mail',
  },
  fields: {
    email: 'E-mail',
    f_name: 'Prénom',
    l_name: 'Nom',
    contact_no: 'Téléphone',
    country: 'Pays',
    state: 'État ou province',
    timezone: 'Fuseau horaire',
    type: 'Type',
    source: 'Source',
    points: 'Points',
    status: 'Statut',
    tags: 'Tags',
    lists: 'Listes',
  },
  many: {
    tags: 'Tags',
    lists: 'Listes',
    status: 'Statut',
    field: 'Champ',
    fieldTitle: (n) => plural(n, { one: 'Champ de # contact', other: 'Champ de # contacts' }),
    emptyClears: 'Laissez vide pour effacer le champ.',
    resubscribe: 'Inclure les contacts désabonnés et les plaintes',
    resubscribeHint: 'Sinon, les contacts qui ne veulent plus d’e-mails gardent leur statut.',
    tooMany: (n) =>
      `Vous pouvez sélectionner au plus ${number(n)} contacts un par un. Sélectionnez plutôt tous ceux qui correspondent à un filtre.`,
    how: 'Action',
    hows: { add: 'Ajouter', remove: 'Retirer' },
    statusTitle: (n) => plural(n, { one: 'Statut de # contact', other: 'Statut de # contacts' }),
    termsTitle: (what, n) =>
      what === 'tags'
        ? plural(n, { one: 'Tags de # contact', other: 'Tags de # contacts' })
        : plural(n, { one: 'Listes de # contact', other: 'Listes de # contacts' }),
    deleteTitle: (n) => plural(n, { one: 'Supprimer # contact\u00a0?', other: 'Supprimer # contacts\u00a0?' }),
    deleteNote: (n) =>
      plural(n, {
        one: 'Supprime le contact avec toutes ses données. Cette action est irréversible.',
        other: 'Supprime les contacts avec toutes leurs données. Cette action est irréversible.',
      }),
  },
  keys: {
    next: 'Ligne suivante',
    before: 'Ligne précédente',
    select: 'Sélectionner la ligne',
    edit: 'Statut, tags et listes de la ligne',
    clear: 'Effacer la sélection',
  },
};
