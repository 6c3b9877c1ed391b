/** French strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/fr/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Importer',
    {
      one: 'contact',
      many: 'contacts',
      note: 'Reprenez les contacts d’un autre système ou d’un tableur, avec leurs champs, tags et listes.',
      left: 'Les tags, listes et champs personnalisés créés par l’import restent.',
      files: 'CSV, JSON ou JSON Lines, même compressés, ou plusieurs fichiers dans un ZIP',
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
      label: 'Si le contact existe',
      options: {
        fill: 'Remplir seulement les champs vides, et ajouter tags et listes',
        change: 'Modifier le contact',
        skip: 'Ignorer la ligne',
      },
      defaultStatus: {
        label: 'Contacts sans statut',
        hint: 'Choisissez Abonné uniquement pour des personnes qui ont accepté vos e-mails.',
        options: { unverified: 'Non vérifié', subscribed: 'Abonné' },
      },
      refusesFaultyCells: {
        label: 'Refuser les lignes aux cellules erronées',
        hint: 'Sinon, une date, un nombre ou une option illisible est ignoré, avec une remarque, et le contact est importé.',
      },
      resubscribe: {
        label: 'Inclure les contacts désabonnés et en rebond',
        hint: 'Les réabonne si le fichier l’indique. À utiliser uniquement avec leur consentement.',
      },
    },
  ),
  from: {
    title: 'Depuis ce WordPress',
    note: 'Waypost lit les contacts une fois et n’y modifie rien. Vous voyez d’abord ce que ferait l’import.',
    action: (plugin, contacts) => `Depuis ${plugin}\u00a0: ${contacts}`,
  },
  forAllRows: { tag: 'Tags pour toutes les lignes', list: 'Listes pour toutes les lignes' },
  newFields: {
    text: 'Nouveau champ\u00a0: texte',
    number: 'Nouveau champ\u00a0: nombre',
    date: 'Nouveau champ\u00a0: date',
    textarea: 'Nouveau champ\u00a0: texte long',
  },
  who: 'Les éditeurs et les administrateurs peuvent importer des contacts. Adressez-vous à l’un d’eux.',
};
