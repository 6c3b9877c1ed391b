/** Italian strings for consent. */
import type { Text } from '../text.ts';

export const consent: Text['consent'] = {
  title: 'Consenso',
  about: 'Double opt-in e pagine per i contatti.',
  saved: 'Salvato',
  optIn: {
    title: 'Double opt-in',
    enabled: 'Chiedi ai nuovi contatti di confermare la loro email',
    enabledHint: 'Ogni nuovo contatto non verificato riceve questa email ed è iscritto dopo la conferma.',
    subject: 'Oggetto',
    text: 'Testo',
    textHint: (tags) =>
      `Segnaposto: ${tags}. {{f_name|a tutti}} mostra “a tutti” se non c’è un nome. Se non la modifichi, l’email viene inviata nella lingua del contatto.`,
    preview: 'Anteprima dell’email',
    asHtml: 'Apri come HTML',
    from: 'Da',
    subjectOf: 'Oggetto',
  },
  pages: {
    title: 'Pagine',
    note: 'Il testo di ogni pagina, se vuoi con {{sender}}. Lascia vuoto per il testo predefinito, che i visitatori vedono nella loro lingua.',
    preview: 'Anteprima',
    previewOf: (page) => `Anteprima della pagina ${page}, in una nuova scheda`,
    names: {
      unsubscribe: 'Annulla l’iscrizione',
      unsubscribed: 'Iscrizione annullata',
      preferences: 'Preferenze email',
      confirm: 'Conferma',
      confirmed: 'Grazie',
    },
  },
};
