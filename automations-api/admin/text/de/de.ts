/**
 * German strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { number, plural, ui } from '../../../../shared/ui/text/de/ui.ts';
import type { FirstText } from '../text.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { timeline } from './timeline.ts';

export const de: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Kontakte mit Tags und Listen, Regeln und Webhooks.',
    noScript: 'Diese Seite braucht JavaScript.',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: 'Gesamter Zeitraum' } } },
  counts: { contacts: (n) => plural(n, { one: '# Kontakt', other: '# Kontakte' }) },
  health: {
    title: 'Systemzustand',
    about: 'Datenbanken, Mailserver sowie ausstehende E-Mails, Webhooks und Jobs.',
  },
  roles: { administrator: 'Administrator', editor: 'Redakteur', viewer: 'Betrachter' },
  actions: ui.buttons,
  saveBar: {
    label: 'Änderungen',
    notSaved: 'Noch nicht gespeichert',
    unsaved: 'Ungespeicherte Änderungen',
    allSaved: 'Alle Änderungen sind gespeichert',
    discard: 'Verwerfen',
  },
  leave: { title: 'Ohne Speichern verlassen?', action: 'Verlassen', note: 'Ihre Änderungen hier gehen verloren.' },
  statuses: {
    unverified: 'Unbestätigt',
    subscribed: 'Abonniert',
    bounced: 'Unzustellbar',
    unsubscribed: 'Abgemeldet',
    soft_bounced: 'Soft Bounce',
    complaint: 'Beschwerde',
  },
  more: (n) => `und ${number(n)} weitere`,
  usedBy: { rules: 'Regeln', segments: 'Segmente' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'Das darf nicht leer sein.',
  preview: {
    title: 'Vorschau',
    of: (what) => `Vorschau: ${what}`,
    part: 'Teil des Editors',
    parts: { edit: 'Bearbeiten', preview: 'Vorschau' },
    width: 'Breite',
    widths: { desktop: 'Desktop', phone: 'Smartphone' },
    theme: 'Design',
    themes: { light: 'Hell', dark: 'Dunkel' },
  },
  refused: {
    editor: 'Nur Redakteure und Administratoren können diese Seite öffnen',
    administrator: 'Nur Administratoren können diese Seite öffnen',
    note: 'Bitten Sie einen Administrator, Ihre Rolle zu ändern.',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'Ein',
    off: 'Aus',
    state: 'Ein oder aus',
    changed: 'Geändert',
    changedAt: 'geändert',
    url: 'URL',
    copyUrl: (name) => `URL von ${name} kopieren`,
    open: 'Öffnen',
    duplicate: 'Duplizieren',
    copyOf: (name) => `${name} (Kopie)`,
    examples: 'Mit einem Beispiel beginnen',
  },
  members: {
    template: { choose: 'Vorlage auswählen', create: 'Neue E-Mail-Vorlage', open: 'Vorlage öffnen' },
    unit: 'Einheit',
    units: { second: 'Sekunden', minute: 'Minuten', hour: 'Stunden', day: 'Tage', week: 'Wochen' },
    field: 'Feld',
    anotherField: 'Weiteres Feld',
    chooseField: 'Feld auswählen',
    fieldHint: 'Leer lassen, um das Feld zu leeren.',
    noFields: 'Noch keine Felder. Fügen Sie unter „Felder“ eines hinzu.',
  },
  cards: {
    saved: (title) => `${title} gespeichert`,
    done: (label) => `${label}: erledigt`,
    noRows: 'Nichts anzuzeigen',
    nothing: 'Für Ihre Rolle gibt es hier nichts',
    broken: 'Diese Karte ließ sich nicht laden',
    yes: 'Ja',
    no: 'Nein',
  },
  account: {
    signInAgain: 'Anmeldung in neuem Tab öffnen',
  },
  preferences: {
    title: 'Persönliche Einstellungen',
    about: 'Design, Zeitzone und Tastenkürzel in diesem Browser.',
  },
};
