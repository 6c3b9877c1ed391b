/** German strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/de/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Import',
    {
      one: 'Kontakt',
      many: 'Kontakte',
      note: 'Übernehmen Sie Kontakte aus einem anderen System oder einer Tabelle, mit Feldern, Schlagwörtern und Listen.',
      left: 'Schlagwörter, Listen und eigene Felder',
      files: 'CSV, JSON oder JSON Lines, auch komprimiert, oder mehrere Dateien in einem ZIP',
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
      label: 'Wenn es den Kontakt schon gibt',
      options: {
        fill: 'Nur leere Felder ausfüllen, Schlagwörter und Listen hinzufügen',
        change: 'Kontakt ändern',
        skip: 'Zeile überspringen',
      },
      defaultStatus: {
        label: 'Kontakte ohne Status',
        hint: 'Wählen Sie „Abonniert“ nur für Personen, die Ihren E-Mails zugestimmt haben.',
        options: { unverified: 'Unbestätigt', subscribed: 'Abonniert' },
      },
      refusesFaultyCells: {
        label: 'Zeilen mit fehlerhaften Zellen abweisen',
        hint: 'Sonst wird ein unlesbares Datum, eine unlesbare Zahl oder Option mit einem Hinweis weggelassen und der Kontakt importiert.',
      },
      resubscribe: {
        label: 'Auch abgemeldete und unzustellbare Kontakte',
        hint: 'Meldet sie wieder an, wenn die Datei es so angibt. Nur mit ihrer Einwilligung verwenden.',
      },
    },
  ),
  from: {
    title: 'Aus dieser WordPress-Website',
    note: 'Waypost liest die Kontakte einmal und ändert dort nichts. Sie sehen zuerst, was der Import tun würde.',
    action: (plugin, contacts) => `Aus ${plugin}: ${contacts}`,
  },
  forAllRows: { tag: 'Schlagwörter für alle Zeilen', list: 'Listen für alle Zeilen' },
  newFields: {
    text: 'Neues Feld: Text',
    number: 'Neues Feld: Zahl',
    date: 'Neues Feld: Datum',
    textarea: 'Neues Feld: langer Text',
  },
  who: 'Redakteure und Administratoren können Kontakte importieren. Fragen Sie jemanden mit dieser Rolle.',
};
