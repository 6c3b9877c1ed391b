/** German strings for the first screen. */
import type { Text } from '../text.ts';

export const dashboard: Text['dashboard'] = {
  title: 'Dashboard',
  utc: 'Tage in UTC.',
  overTime: 'Kontakte im Zeitverlauf',
  shown: 'Messwert',
  metrics: { created: 'Neu', all: 'Alle' },
  contacts: 'Kontakte',
  created: 'Neue Kontakte',
  createdSubscribed: 'Neue Abonnenten',
  subscribed: 'Abonniert',
  lost: 'Abgemeldet oder unzustellbar',
  ofAll: (share) => `${share} von allen`,
  units: { created: 'neue Kontakte', all: 'Kontakte' },
  chart: (metric, interval) => {
    const what = metric === 'created' ? 'Neue Kontakte' : 'Kontakte';
    return interval === 'day' ? `${what} pro Tag` : `${what} pro Monat`;
  },
  byStatus: 'Nach Status',
  terms: {
    tag: { title: 'Nach Schlagwort', all: 'Alle Schlagwörter', none: 'Noch kein Kontakt hat ein Schlagwort.' },
    list: { title: 'Nach Liste', all: 'Alle Listen', none: 'Noch kein Kontakt steht auf einer Liste.' },
  },
  events: { title: 'Neueste Ereignisse', all: 'Kürzlich geänderte Kontakte' },
  jobs: { title: 'Laufende Jobs', all: 'Alle Jobs', none: 'Keine laufenden Jobs.' },
  webhooks: {
    title: 'Webhook-Probleme',
    all: 'Alle Webhooks',
    none: 'Keine Webhook-Probleme',
    dead: (n) => `${n} fehlgeschlagen`,
    pending: (n) => `${n} ausstehend`,
  },
  first: {
    note: 'In drei Schritten startklar',
    contact: 'Kontakte importieren',
    contactNote:
      'Aus einem anderen System oder einer Tabelle, mit Feldern, Schlagwörtern und Listen. Oder fügen Sie einen von Hand hinzu.',
    key: 'API-Schlüssel erstellen',
    keyNote: 'Ihr Shop und Ihre Formulare fügen damit Kontakte hinzu.',
    createKey: 'Schlüssel erstellen',
    sender: 'Absendernamen festlegen',
    senderNote: 'Kontakte sehen diesen Namen in Bestätigungs-E-Mails und auf ihren Seiten.',
    setSender: 'Absender festlegen',
    hide: 'Diese Schritte ausblenden',
    wait: 'Kontakte erscheinen hier, sobald ein Redakteur einen hinzufügt.',
  },
};
