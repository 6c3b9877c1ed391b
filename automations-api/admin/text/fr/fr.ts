/**
 * French strings that screens share, and each screen's own strings from `fr/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/fr/ui.ts';
import type { FirstText } from '../text.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { timeline } from './timeline.ts';

export const fr: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Contacts, leurs tags et listes, règles et webhooks.',
    noScript: 'Cette page nécessite JavaScript.',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: 'Depuis le début' } } },
  counts: { contacts: (n) => plural(n, { one: '# contact', other: '# contacts' }) },
  health: {
    title: 'Santé',
    about: 'Bases de données, serveur de messagerie, et e-mails, webhooks et tâches en attente.',
  },
  roles: { administrator: 'Administrateur', editor: 'Éditeur', viewer: 'Lecteur' },
  actions: ui.buttons,
  saveBar: {
    label: 'Modifications',
    notSaved: 'Pas encore enregistré',
    unsaved: 'Modifications non enregistrées',
    allSaved: 'Tout est enregistré',
    discard: 'Abandonner',
  },
  leave: { title: 'Quitter sans enregistrer\u00a0?', action: 'Quitter', note: 'Vos modifications ici sont perdues.' },
  statuses: {
    unverified: 'Non vérifié',
    subscribed: 'Abonné',
    bounced: 'Rebond',
    unsubscribed: 'Désabonné',
    soft_bounced: 'Rebond temporaire',
    complaint: 'Plainte',
  },
  more: (n) => plural(n, { one: 'et # autre', other: 'et # autres' }),
  usedBy: { rules: 'Règles', segments: 'Segments' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'Ce champ ne peut pas être vide.',
  preview: {
    title: 'Aperçu',
    of: (what) => `Aperçu\u00a0: ${what}`,
    part: 'Partie de l’éditeur',
    parts: { edit: 'Modifier', preview: 'Aperçu' },
    width: 'Largeur',
    widths: { desktop: 'Ordinateur', phone: 'Téléphone' },
    theme: 'Thème',
    themes: { light: 'Clair', dark: 'Sombre' },
  },
  refused: {
    editor: 'Seuls les éditeurs et les administrateurs peuvent ouvrir cette page',
    administrator: 'Seuls les administrateurs peuvent ouvrir cette page',
    note: 'Demandez à un administrateur de changer votre rôle.',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'Activé',
    off: 'Désactivé',
    state: 'Activé ou désactivé',
    changed: 'Modification',
    changedAt: 'modification\u00a0:',
    url: 'URL',
    copyUrl: (name) => `Copier l’URL de ${name}`,
    open: 'Ouvrir',
    duplicate: 'Dupliquer',
    copyOf: (name) => `${name} (copie)`,
    examples: 'Commencer par un exemple',
  },
  members: {
    template: { choose: 'Choisissez un modèle', create: 'Nouveau modèle d’e-mail', open: 'Ouvrir le modèle' },
    unit: 'Unité',
    units: { second: 'Secondes', minute: 'Minutes', hour: 'Heures', day: 'Jours', week: 'Semaines' },
    field: 'Champ',
    anotherField: 'Autre champ',
    chooseField: 'Choisissez un champ',
    fieldHint: 'Laissez vide pour effacer le champ.',
    noFields: 'Aucun champ pour l’instant. Ajoutez-en un dans Champs.',
  },
  cards: {
    saved: (title) => `Enregistré\u00a0: ${title}`,
    done: (label) => `${label}\u00a0: terminé`,
    noRows: 'Rien à afficher',
    nothing: 'Rien à afficher pour votre rôle',
    broken: 'Impossible de charger cette carte',
    yes: 'Oui',
    no: 'Non',
  },
  account: {
    signInAgain: 'Ouvrir la connexion dans un nouvel onglet',
  },
  preferences: {
    title: 'Préférences',
    about: 'Thème, fuseau horaire et raccourcis clavier dans ce navigateur.',
  },
};
