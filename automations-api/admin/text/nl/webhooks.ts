/** Dutch strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/nl/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Stuur gebeurtenissen van contacten naar je servers zodra ze plaatsvinden.',
    noneNote:
      'Een webhook stuurt een ondertekende payload naar je server wanneer een contact wordt toegevoegd of gewijzigd, een tag krijgt of op een link klikt.',
    urlHint: 'Je server moet binnen 15 seconden antwoorden met een 2xx-status.',
    failingNote: (since) => `Geen levering sinds ${since}. Waypost probeert het met groeiende tussenpozen opnieuw.`,
    failedNote: (n) => `Mislukt na alle pogingen: ${n}. Je kunt ze 90 dagen lang opnieuw proberen.`,
    noDeliveriesNote:
      'Verzend een test om het antwoord van je server te zien. Leveringen worden 7 dagen bewaard, mislukte 90.',
    groups: { contact: 'Contacten', tag: 'Tags', list: 'Lijsten', link: 'Links' },
    otherEvents: { 'webhook.test': 'Test', 'rule.webhook': 'Regelstap' },
  }),
  ofRuleNote: 'Een regelstap gebruikt deze webhook. Bewerk of verwijder hem in de regel.',
};
