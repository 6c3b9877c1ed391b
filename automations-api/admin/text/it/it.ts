/**
 * Italian strings that screens share, and each screen's own strings from `it/`. Strings with a number or a name are
 * functions.
 */
import { plural, ui } from '../../../../shared/ui/text/it/ui.ts';
import type { FirstText } from '../text.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { timeline } from './timeline.ts';

export const it: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Contatti, i loro tag e liste, regole e webhook.',
    noScript: 'Questa pagina richiede JavaScript.',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: 'Dall’inizio' } } },
  counts: { contacts: (n) => plural(n, { one: '# contatto', other: '# contatti' }) },
  health: {
    title: 'Stato di salute',
    about: 'Database, server di posta, ed email, webhook e operazioni in attesa.',
  },
  roles: { administrator: 'Amministratore', editor: 'Editor', viewer: 'Visualizzatore' },
  actions: ui.buttons,
  saveBar: {
    label: 'Modifiche',
    notSaved: 'Non ancora salvato',
    unsaved: 'Modifiche non salvate',
    allSaved: 'Tutto è salvato',
    discard: 'Scarta',
  },
  leave: { title: 'Uscire senza salvare?', action: 'Esci', note: 'Le modifiche fatte qui vanno perse.' },
  statuses: {
    unverified: 'Non verificato',
    subscribed: 'Iscritto',
    bounced: 'Respinto',
    unsubscribed: 'Disiscritto',
    soft_bounced: 'Respinto (temp.)',
    complaint: 'Reclamo',
  },
  more: (n) => plural(n, { one: 'e # altro', other: 'e altri #' }),
  usedBy: { rules: 'Regole', segments: 'Segmenti' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'Questo campo non può essere vuoto.',
  preview: {
    title: 'Anteprima',
    of: (what) => `Anteprima: ${what}`,
    part: 'Parte dell’editor',
    parts: { edit: 'Modifica', preview: 'Anteprima' },
    width: 'Larghezza',
    widths: { desktop: 'Desktop', phone: 'Telefono' },
    theme: 'Tema',
    themes: { light: 'Chiaro', dark: 'Scuro' },
  },
  refused: {
    editor: 'Solo gli editor e gli amministratori possono aprire questa pagina',
    administrator: 'Solo gli amministratori possono aprire questa pagina',
    note: 'Chiedi a un amministratore di cambiare il tuo ruolo.',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'Attivo',
    off: 'Disattivato',
    state: 'Attivo o disattivato',
    changed: 'Modifica',
    changedAt: 'modifica:',
    url: 'URL',
    copyUrl: (name) => `Copia l’URL di ${name}`,
    open: 'Apri',
    duplicate: 'Duplica',
    copyOf: (name) => `${name} (copia)`,
    examples: 'Inizia da un esempio',
  },
  members: {
    template: { choose: 'Scegli un modello', create: 'Nuovo modello di email', open: 'Apri il modello' },
    unit: 'Unità',
    units: { second: 'Secondi', minute: 'Minuti', hour: 'Ore', day: 'Giorni', week: 'Settimane' },
    field: 'Campo',
    anotherField: 'Un altro campo',
    chooseField: 'Scegli un campo',
    fieldHint: 'Lascia vuoto per svuotare il campo.',
    noFields: 'Ancora nessun campo. Aggiungine uno in Campi.',
  },
  cards: {
    saved: (title) => `Salvato: ${title}`,
    done: (label) => `${label}: fatto`,
    noRows: 'Niente da mostrare',
    nothing: 'Niente da mostrare per il tuo ruolo',
    broken: 'Impossibile caricare questa scheda',
    yes: 'Sì',
    no: 'No',
  },
  account: {
    signInAgain: 'Apri l’accesso in una nuova scheda',
  },
  preferences: {
    title: 'Preferenze',
    about: 'Tema, fuso orario e scorciatoie da tastiera in questo browser.',
  },
};
