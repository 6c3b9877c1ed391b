/** German strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/de/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Senden Sie Ereignisse an Ihre Server, sobald sie eintreten.',
    noneNote:
      'Ein Webhook sendet eine signierte Payload an Ihren Server, wenn ein Link erstellt, geändert oder angeklickt wird.',
    urlHint: 'Ihr Server muss mit einem 2xx-Status antworten.',
    failingNote: (since) => `Keine Zustellung seit ${since}. Waypost schaltet den Webhook nach 5 Tagen aus.`,
    failedNote: (n) => `Nach allen Versuchen fehlgeschlagen: ${n}.`,
    noDeliveriesNote:
      'Senden Sie einen Test, um zu sehen, was Ihr Server antwortet. Zustellungen bleiben 3 Tage erhalten, fehlgeschlagene 30.',
    groups: { link: 'Links', domain: 'Domains' },
    otherEvents: { 'webhook.test': 'Test' },
  }),
  about: 'Signierte Ereignisdaten für Ihre Server.',
  adminsOnly: 'Nur Admins können Webhooks verwalten',
  adminsOnlyNote: 'Bitten Sie einen Admin dieses Arbeitsbereichs, einen einzurichten.',
  eventTitles: {
    'link.created': 'Link erstellt',
    'link.updated': 'Link geändert',
    'link.deleted': 'Link gelöscht',
    'link.banned': 'Link gesperrt',
    'link.broken': 'Ziel defekt',
    'link.mended': 'Ziel funktioniert wieder',
    'link.clicked': 'Link angeklickt',
    'domain.verified': 'Domain verifiziert',
    'domain.misconfigured': 'Domain falsch konfiguriert',
  },
};
