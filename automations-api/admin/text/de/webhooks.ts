/** German strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/de/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Senden Sie Ereignisse von Kontakten an Ihre Server, sobald sie eintreten.',
    noneNote:
      'Ein Webhook sendet eine signierte Payload an Ihren Server, wenn ein Kontakt hinzugefügt oder geändert wird, ein Schlagwort erhält oder auf einen Link klickt.',
    urlHint: 'Ihr Server muss innerhalb von 15 Sekunden mit einem 2xx-Status antworten.',
    failingNote: (since) => `Keine Zustellung seit ${since}. Waypost versucht es in wachsenden Abständen erneut.`,
    failedNote: (n) => `Nach allen Versuchen fehlgeschlagen: ${n}. Sie können sie 90 Tage lang erneut senden.`,
    noDeliveriesNote:
      'Senden Sie einen Test, um die Antwort Ihres Servers zu sehen. Zustellungen bleiben 7 Tage erhalten, fehlgeschlagene 90.',
    groups: { contact: 'Kontakte', tag: 'Schlagwörter', list: 'Listen', link: 'Links' },
    otherEvents: { 'webhook.test': 'Test', 'rule.webhook': 'Regelschritt' },
  }),
  ofRuleNote: 'Ein Regelschritt verwendet ihn. Bearbeiten oder löschen Sie ihn in der Regel.',
};
