/** German strings for consent. */
import type { Text } from '../text.ts';

export const consent: Text['consent'] = {
  title: 'Einwilligung',
  about: 'Double-Opt-in und die Seiten für Kontakte.',
  saved: 'Gespeichert',
  optIn: {
    title: 'Double-Opt-in',
    enabled: 'Neue Kontakte bitten, ihre E-Mail-Adresse zu bestätigen',
    enabledHint: 'Jeder neue unbestätigte Kontakt erhält diese E-Mail; nach der Bestätigung gilt er als abonniert.',
    subject: 'Betreff',
    text: 'Text',
    textHint: (tags) =>
      `Platzhalter: ${tags}. {{f_name|there}} zeigt „there“, wenn es keinen Namen gibt. Unverändert wird die E-Mail in der Sprache des Kontakts gesendet.`,
    preview: 'Vorschau der E-Mail',
    asHtml: 'Als HTML öffnen',
    from: 'Von',
    subjectOf: 'Betreff',
  },
  pages: {
    title: 'Seiten',
    note: 'Der Text jeder Seite, auf Wunsch mit {{sender}}. Leer lassen für den Standardtext, den Besucher in ihrer Sprache sehen.',
    preview: 'Vorschau',
    previewOf: (page) => `Vorschau von „${page}“, in neuem Tab`,
    names: {
      unsubscribe: 'Abmelden',
      unsubscribed: 'Sie sind abgemeldet',
      preferences: 'E-Mail-Einstellungen',
      confirm: 'Bitte bestätigen',
      confirmed: 'Vielen Dank',
    },
  },
};
