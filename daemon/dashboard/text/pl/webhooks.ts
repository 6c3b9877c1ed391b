/** Polish strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/pl/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Wysyłaj zdarzenia na swoje serwery na bieżąco.',
    noneNote: 'Webhook wysyła podpisany payload na Twój serwer, gdy link zostanie utworzony, zmieniony lub kliknięty.',
    urlHint: 'Twój serwer musi odpowiedzieć statusem 2xx.',
    failingNote: (since) => `Brak doręczeń od ${since}. Waypost wyłącza webhook po 5 dniach.`,
    failedNote: (n) => `Nieudane po wszystkich próbach: ${n}.`,
    noDeliveriesNote:
      'Wyślij test, aby zobaczyć odpowiedź swojego serwera. Doręczenia są przechowywane 3 dni, a nieudane 30 dni.',
    groups: { link: 'Linki', domain: 'Domeny' },
    otherEvents: { 'webhook.test': 'Test' },
  }),
  about: 'Podpisane payloady zdarzeń dla Twoich serwerów.',
  adminsOnly: 'Tylko administratorzy mogą zarządzać webhookami',
  adminsOnlyNote: 'Poproś administratora tego obszaru roboczego o utworzenie webhooka.',
  eventTitles: {
    'link.created': 'Link utworzony',
    'link.updated': 'Link zmieniony',
    'link.deleted': 'Link usunięty',
    'link.banned': 'Link zablokowany',
    'link.broken': 'Adres docelowy nie działa',
    'link.mended': 'Adres docelowy znów działa',
    'link.clicked': 'Link kliknięty',
    'domain.verified': 'Domena zweryfikowana',
    'domain.misconfigured': 'Domena błędnie skonfigurowana',
  },
};
