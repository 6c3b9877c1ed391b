/**
 * Dutch strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { number, plural, ui } from '../../../../shared/ui/text/nl/ui.ts';
import type { FirstText } from '../text.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { timeline } from './timeline.ts';

export const nl: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Contacten, hun tags en lijsten, regels en webhooks.',
    noScript: 'Deze pagina heeft JavaScript nodig.',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: 'Hele periode' } } },
  counts: { contacts: (n) => plural(n, { one: '# contact', other: '# contacten' }) },
  health: {
    title: 'Systeemstatus',
    about: 'Databases, mailserver en wachtende e-mails, webhooks en taken.',
  },
  roles: { administrator: 'Beheerder', editor: 'Redacteur', viewer: 'Kijker' },
  actions: ui.buttons,
  saveBar: {
    label: 'Wijzigingen',
    notSaved: 'Nog niet opgeslagen',
    unsaved: 'Niet-opgeslagen wijzigingen',
    allSaved: 'Alle wijzigingen zijn opgeslagen',
    discard: 'Weggooien',
  },
  leave: { title: 'Verlaten zonder op te slaan?', action: 'Verlaten', note: 'Je wijzigingen hier gaan verloren.' },
  statuses: {
    unverified: 'Onbevestigd',
    subscribed: 'Geabonneerd',
    bounced: 'Onbestelbaar',
    unsubscribed: 'Afgemeld',
    soft_bounced: 'Soft bounce',
    complaint: 'Klacht',
  },
  more: (n) => `en nog ${number(n)}`,
  usedBy: { rules: 'Regels', segments: 'Segmenten' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'Dit mag niet leeg zijn.',
  preview: {
    title: 'Voorbeeld',
    of: (what) => `Voorbeeld van ${what}`,
    part: 'Deel van de editor',
    parts: { edit: 'Bewerken', preview: 'Voorbeeld' },
    width: 'Breedte',
    widths: { desktop: 'Desktop', phone: 'Telefoon' },
    theme: 'Thema',
    themes: { light: 'Licht', dark: 'Donker' },
  },
  refused: {
    editor: 'Alleen redacteuren en beheerders kunnen deze pagina openen',
    administrator: 'Alleen beheerders kunnen deze pagina openen',
    note: 'Vraag een beheerder om je rol te wijzigen.',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'Aan',
    off: 'Uit',
    state: 'Aan of uit',
    changed: 'Gewijzigd',
    changedAt: 'gewijzigd',
    url: 'URL',
    copyUrl: (name) => `URL van ${name} kopiëren`,
    open: 'Openen',
    duplicate: 'Dupliceren',
    copyOf: (name) => `${name} (kopie)`,
    examples: 'Begin met een voorbeeld',
  },
  members: {
    template: { choose: 'Sjabloon kiezen', create: 'Nieuw e-mailsjabloon', open: 'Sjabloon openen' },
    unit: 'Eenheid',
    units: { second: 'Seconden', minute: 'Minuten', hour: 'Uren', day: 'Dagen', week: 'Weken' },
    field: 'Veld',
    anotherField: 'Nog een veld',
    chooseField: 'Veld kiezen',
    fieldHint: 'Laat leeg om het veld te wissen.',
    noFields: 'Nog geen velden. Voeg er een toe onder “Velden”.',
  },
  cards: {
    saved: (title) => `${title} opgeslagen`,
    done: (label) => `${label}: klaar`,
    noRows: 'Niets te tonen',
    nothing: 'Niets te tonen voor jouw rol',
    broken: 'Deze kaart kon niet worden geladen',
    yes: 'Ja',
    no: 'Nee',
  },
  account: {
    signInAgain: 'Inloggen in een nieuw tabblad',
  },
  preferences: {
    title: 'Voorkeuren',
    about: 'Thema, tijdzone en sneltoetsen in deze browser.',
  },
};
