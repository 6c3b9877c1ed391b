/** Dutch strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/nl/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Stuur gebeurtenissen naar je servers zodra ze plaatsvinden.',
    noneNote:
      'Een webhook stuurt een ondertekende payload naar je server wanneer een link wordt gemaakt, gewijzigd of aangeklikt.',
    urlHint: 'Je server moet antwoorden met een 2xx-status.',
    failingNote: (since) => `Geen levering sinds ${since}. Waypost schakelt de webhook na 5 dagen uit.`,
    failedNote: (n) => `Mislukt na alle pogingen: ${n}.`,
    noDeliveriesNote:
      'Verzend een test om te zien wat je server antwoordt. Leveringen worden 3 dagen bewaard, mislukte 30.',
    groups: { link: 'Links', domain: 'Domeinen' },
    otherEvents: { 'webhook.test': 'Test' },
  }),
  about: 'Ondertekende gebeurtenissen voor je servers.',
  adminsOnly: 'Alleen admins kunnen webhooks beheren',
  adminsOnlyNote: 'Vraag een admin van deze werkruimte om er een in te stellen.',
  eventTitles: {
    'link.created': 'Link gemaakt',
    'link.updated': 'Link gewijzigd',
    'link.deleted': 'Link verwijderd',
    'link.banned': 'Link geblokkeerd',
    'link.broken': 'Bestemming defect',
    'link.mended': 'Bestemming werkt weer',
    'link.clicked': 'Link aangeklikt',
    'domain.verified': 'Domein geverifieerd',
    'domain.misconfigured': 'Domein verkeerd ingesteld',
  },
};
