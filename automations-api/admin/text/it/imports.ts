/** Italian strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/it/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Importa',
    {
      one: 'contatto',
      many: 'contatti',
      all: 'i contatti',
      note: 'Importa i contatti da un altro sistema o da un foglio di calcolo, con campi, tag e liste.',
      left: 'I tag, le liste e i campi personalizzati creati dall’importazione restano.',
      files: 'CSV, JSON o JSON Lines, anche compressi, o più file in uno ZIP',
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
      label: 'Se il contatto esiste',
      options: {
        fill: 'Compila solo i campi vuoti e aggiungi tag e liste',
        change: 'Modifica il contatto',
        skip: 'Salta la riga',
      },
      defaultStatus: {
        label: 'Contatti senza stato',
        hint: 'Scegli Iscritto solo per persone che hanno accettato le tue email.',
        options: { unverified: 'Non verificato', subscribed: 'Iscritto' },
      },
      refusesFaultyCells: {
        label: 'Rifiuta le righe con celle errate',
        hint: 'Altrimenti una data, un numero o un’opzione illeggibile viene esclusa, con una nota, e il contatto viene importato.',
      },
      resubscribe: {
        label: 'Includi contatti disiscritti e respinti',
        hint: 'Li iscrive di nuovo se il file lo indica. Usalo solo con il loro consenso.',
      },
    },
  ),
  from: {
    title: 'Da questo WordPress',
    note: 'Waypost legge i contatti una volta e lì non modifica nulla. Prima vedi cosa farebbe l’importazione.',
    action: (plugin, contacts) => `Da ${plugin}: ${contacts}`,
  },
  forAllRows: { tag: 'Tag per tutte le righe', list: 'Liste per tutte le righe' },
  newFields: {
    text: 'Nuovo campo: testo',
    number: 'Nuovo campo: numero',
    date: 'Nuovo campo: data',
    textarea: 'Nuovo campo: testo lungo',
  },
  who: 'Gli editor e gli amministratori possono importare contatti. Rivolgiti a uno di loro.',
};
