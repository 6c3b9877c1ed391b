/** Polish strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/pl/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Wysyłaj zdarzenia kontaktów na swoje serwery na bieżąco.',
    noneNote:
      'Webhook wysyła podpisany payload na Twój serwer, gdy kontakt zostanie dodany, zmieniony, otagowany lub kliknie link.',
    urlHint: 'Twój serwer musi odpowiedzieć statusem 2xx w ciągu 15 sekund.',
    failingNote: (since) => `Brak doręczeń od ${since}. Waypost ponawia próby w rosnących odstępach.`,
    failedNote: (n) => `Nieudane po wszystkich próbach: ${n}. Można je ponawiać przez 90 dni.`,
    noDeliveriesNote:
      'Wyślij test, aby zobaczyć odpowiedź swojego serwera. Doręczenia są przechowywane 7 dni, a nieudane 90 dni.',
    groups: { contact: 'Kontakty', tag: 'Tagi', list: 'Listy', link: 'Linki' },
    otherEvents: { 'webhook.test': 'Test', 'rule.webhook': 'Krok reguły' },
  }),
  ofRuleNote: 'Używa go krok reguły. Edytuj lub usuń go w regule.',
};
