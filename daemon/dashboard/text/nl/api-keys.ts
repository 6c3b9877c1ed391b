/** Dutch strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/nl/keys.ts';
import type { Text } from '../text.ts';

export const apiKeys: Text['apiKeys'] = {
  ...keyWords({
    title: 'API-sleutels',
    newKey: 'Nieuwe API-sleutel',
    empty: 'Nog geen API-sleutels',
    emptyNote: 'Met een sleutel kan een app links maken en hun klikken lezen. Geef elke app een eigen sleutel.',
    name: 'Naam',
    nameHint: 'De app die hem gebruikt, zoals “Website” of “Rapporten”.',
    permissions: { read: 'Lezen', write: 'Lezen en schrijven', admin: 'Volledige toegang' },
    permissionHints: {
      read: 'Leest links, tags en statistieken.',
      write: 'Maakt, wijzigt en verwijdert ook links.',
      admin: 'Beheert ook domeinen, leden, API-sleutels, webhooks en facturering.',
    },
  }),
  about: 'Sleutels waarmee apps de API aanroepen.',
  note: 'Laat apps links maken en lezen. Iedereen met een sleutel heeft de rechten ervan.',
  noteOwn: 'De sleutels die jij hebt gemaakt. Admins zien alle sleutels.',
  notYours: 'Kijkers hebben geen API-sleutels',
  notYoursNote: 'Vraag een admin van deze werkruimte om je lid te maken.',
  you: 'Jij',
  previousMember: 'Verwijderd lid',
};
