/** Dutch strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/nl/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Import',
    {
      one: 'contact',
      many: 'contacten',
      Many: 'Contacten',
      which: 'dat',
      note: 'Neem contacten over uit een ander systeem of een spreadsheet, met hun velden, tags en lijsten.',
      left: 'Tags, lijsten en aangepaste velden',
      files: 'CSV, JSON of JSON Lines, ook gecomprimeerd, of meerdere bestanden in een ZIP',
      formats: {
        waypost: 'Waypost',
        fluentcrm: 'FluentCRM',
        funnelkit: 'FunnelKit',
        hubspot: 'HubSpot',
        listmonk: 'listmonk',
        mailchimp: 'Mailchimp',
      },
    },
    {
      label: 'Als het contact al bestaat',
      options: {
        fill: 'Alleen lege velden invullen, en tags en lijsten toevoegen',
        change: 'Contact wijzigen',
        skip: 'Rij overslaan',
      },
      defaultStatus: {
        label: 'Contacten zonder status',
        hint: 'Kies “Geabonneerd” alleen voor mensen die met je e-mails hebben ingestemd.',
        options: { unverified: 'Onbevestigd', subscribed: 'Geabonneerd' },
      },
      refusesFaultyCells: {
        label: 'Rijen met ongeldige cellen weigeren',
        hint: 'Anders wordt een datum, getal of optie die niet leesbaar is weggelaten, met een opmerking, en wordt het contact geïmporteerd.',
      },
      resubscribe: {
        label: 'Ook afgemelde en onbestelbare contacten',
        hint: 'Meldt ze opnieuw aan als het bestand dat zegt. Gebruik dit alleen met hun toestemming.',
      },
    },
  ),
  from: {
    title: 'Uit deze WordPress-site',
    note: 'Waypost leest de contacten één keer en wijzigt daar niets. Je ziet eerst wat de import zou doen.',
    action: (plugin, contacts) => `Uit ${plugin}: ${contacts}`,
  },
  forAllRows: { tag: 'Tags voor alle rijen', list: 'Lijsten voor alle rijen' },
  newFields: {
    text: 'Nieuw veld: tekst',
    number: 'Nieuw veld: getal',
    date: 'Nieuw veld: datum',
    textarea: 'Nieuw veld: lange tekst',
  },
  who: 'Redacteuren en beheerders kunnen contacten importeren. Vraag het aan een van hen.',
};
