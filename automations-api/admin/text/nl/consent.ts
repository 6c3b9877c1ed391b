/** Dutch strings for consent. */
import type { Text } from '../text.ts';

export const consent: Text['consent'] = {
  title: 'Toestemming',
  about: 'Dubbele opt-in en de pagina’s voor contacten.',
  saved: 'Opgeslagen',
  optIn: {
    title: 'Dubbele opt-in',
    enabled: 'Nieuwe contacten vragen hun e-mailadres te bevestigen',
    enabledHint: 'Elk nieuw onbevestigd contact krijgt deze e-mail en is na de bevestiging geabonneerd.',
    subject: 'Onderwerp',
    text: 'Tekst',
    textHint: (tags) =>
      `Plaatshouders: ${tags}. {{f_name|there}} toont “there” als er geen naam is. Ongewijzigd wordt de e-mail in de taal van het contact verzonden.`,
    preview: 'Voorbeeld van de e-mail',
    asHtml: 'Als HTML openen',
    from: 'Van',
    subjectOf: 'Onderwerp',
  },
  pages: {
    title: 'Pagina’s',
    note: 'De tekst van elke pagina, desgewenst met {{sender}}. Laat leeg voor de standaardtekst, die bezoekers in hun eigen taal zien.',
    preview: 'Voorbeeld',
    previewOf: (page) => `Voorbeeld van “${page}”, in een nieuw tabblad`,
    names: {
      unsubscribe: 'Afmelden',
      unsubscribed: 'U bent afgemeld',
      preferences: 'E-mailvoorkeuren',
      confirm: 'Bevestigen',
      confirmed: 'Hartelijk dank',
    },
  },
};
