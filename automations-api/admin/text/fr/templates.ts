/** French strings for email templates and their editor. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const templates: Text['templates'] = {
  title: 'Modèles d’e-mail',
  note: 'Les e-mails que les règles envoient. Waypost ajoute la mise en page, le lien de désabonnement et votre adresse postale.',
  one: 'Modèle d’e-mail',
  newTemplate: 'Nouveau modèle',
  usedBy: 'Utilisé par',
  numbers: { sent: 'Envoyés', bounced: 'Rebonds', clicked: 'Cliqués', unsubscribed: 'Désabonnements' },
  countOf: (n, number) => `${number}\u00a0: ${n}`,
  share: (percent) => `${percent} des envois`,
  lessThan: (percent) => `< ${percent}`,
  unused: 'Aucune règle',
  moreRules: (n) => plural(n, { one: 'et # autre règle', other: 'et # autres règles' }),
  search: 'Rechercher un modèle',
  none: 'Aucun modèle d’e-mail pour l’instant',
  noneFound: 'Aucun modèle ne correspond',
  noneNote:
    'Rédigez un e-mail une fois, puis laissez les règles l’envoyer\u00a0: un message de bienvenue, un rappel, une question après un achat.',
  examples: {
    welcome: { name: 'Bienvenue', note: 'Salue un nouveau contact par son nom, avec un bouton.' },
    reminder: { name: 'Rappel', note: 'Relance quelques jours plus tard, en deux phrases.' },
    html: { name: 'Votre propre HTML', note: 'Collez le HTML d’un autre logiciel. Il garde sa mise en page.' },
  },
  saved: (name) => `Modèle ${name} enregistré`,
  deleteTitle: (name) => `Supprimer le modèle ${name}\u00a0?`,
  deleteNote: (sent) => {
    const rest = 'Les e-mails de ce modèle en file d’attente ne sont pas envoyés. Cette action est irréversible.';
    return sent > 0
      ? plural(sent, {
          one: `Les statistiques de # e-mail envoyé sont supprimées. ${rest}`,
          other: `Les statistiques de # e-mails envoyés sont supprimées. ${rest}`,
        })
      : rest;
  },
  deleted: (name) => `Modèle ${name} supprimé`,
  keptTitle: (name) => `${name} est utilisé`,
  keptNote: 'Ces règles l’envoient. Choisissez-y d’abord un autre modèle.',
  labels: {
    name: 'Nom',
    subject: 'Objet',
    preheader: 'Texte d’aperçu',
    format: 'Format',
    body: 'Corps',
    text: 'Texte brut',
    from_name: 'Nom d’expéditeur',
    from_email: 'E-mail d’expéditeur',
    reply_to: 'Répondre à',
  },
  nameHint: 'Visible uniquement par votre équipe.',
  namePlaceholder: 'But de l’e-mail',
  preheaderHint: 'De nombreuses messageries l’affichent après l’objet.',
  formats: { markdown: 'Markdown', html: 'HTML' },
  bodyHints: {
    markdown: 'Des lignes vides séparent les paragraphes.',
    html: 'Une page entière garde sa mise en page. Waypost ajoute en dessous les liens de désabonnement.',
  },
  switchTitle: (format) => `Passer à ${format}\u00a0?`,
  switchNote: 'Le texte reste inchangé et est lu dans l’autre format.',
  switchAction: 'Changer',
  textHint: 'Pour les logiciels qui n’affichent pas le HTML. S’il est vide, Waypost le génère à partir du corps.',
  more: 'Expéditeur et texte brut',
  defaultSender: 'Celui du site',
  toolbar: 'Mise en forme',
  tools: { bold: 'Gras', italic: 'Italique', heading: 'Titre', list: 'Liste', link: 'Lien', button: 'Bouton' },
  samples: { text: 'texte', item: 'élément', heading: 'Titre', link: 'Texte du lien', button: 'Texte du bouton' },
  field: {
    insert: 'Insérer un champ',
    insertAt: (place) => `Insérer un champ\u00a0: ${place.toLowerCase()}`,
    action: 'Insérer',
    field: 'Champ',
    groups: { contact: 'Contact', custom: 'Champ personnalisé', link: 'Lien' },
    fallback: 'S’il est vide',
    fallbackHint: 'Affiché aux contacts sans valeur.',
    result: 'Texte inséré',
  },
  preview: {
    contact: 'Affiché pour',
    search: 'Rechercher par e-mail ou nom',
    anyone: 'Contact d’exemple',
    kind: 'Type',
    kinds: { html: 'HTML', text: 'Texte brut' },
    frame: 'Aperçu de l’e-mail',
    noSubject: 'Sans objet',
    noAddress: 'Aucune adresse postale n’est définie. De nombreux pays en exigent une dans chaque e-mail.',
    addAddress: 'Ajouter une adresse postale',
  },
  test: {
    title: 'Envoyer un e-mail de test',
    action: 'Envoyer le test',
    to: 'À',
    note: 'Envoie le modèle enregistré avec les valeurs d’un contact d’exemple.',
    sent: (to) => `Test envoyé à ${to}`,
    saveFirst: 'Enregistrez d’abord le modèle.',
  },
};
