/** Spanish strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/es/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Importar',
    {
      one: 'contacto',
      many: 'contactos',
      note: 'Traiga contactos de otro sistema o de una hoja de cálculo, con sus campos, etiquetas y listas.',
      left: 'Las etiquetas, las listas y los campos personalizados',
      files: 'CSV, JSON o JSON Lines, también comprimidos, o varios archivos en un ZIP',
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
      label: 'Si el contacto ya existe',
      options: {
        fill: 'Rellenar solo los campos vacíos y añadir etiquetas y listas',
        change: 'Cambiar el contacto',
        skip: 'Omitir la fila',
      },
      defaultStatus: {
        label: 'Contactos sin estado',
        hint: 'Elija Suscrito solo para personas que aceptaron recibir sus correos.',
        options: { unverified: 'No verificado', subscribed: 'Suscrito' },
      },
      refusesFaultyCells: {
        label: 'Rechazar filas con celdas incorrectas',
        hint: 'Si no, una fecha, un número o una opción que no se puede leer se omite con una nota, y el contacto se importa.',
      },
      resubscribe: {
        label: 'Incluir contactos dados de baja y rebotados',
        hint: 'Los vuelve a suscribir si el archivo lo indica. Úselo solo con su consentimiento.',
      },
    },
  ),
  from: {
    title: 'Desde este WordPress',
    note: 'Waypost lee los contactos una vez y no cambia nada allí. Primero verá lo que haría la importación.',
    action: (plugin, contacts) => `Desde ${plugin}: ${contacts}`,
  },
  forAllRows: { tag: 'Etiquetas para todas las filas', list: 'Listas para todas las filas' },
  newFields: {
    text: 'Campo nuevo: texto',
    number: 'Campo nuevo: número',
    date: 'Campo nuevo: fecha',
    textarea: 'Campo nuevo: texto largo',
  },
  who: 'Los editores y los administradores pueden importar contactos. Pídaselo a uno de ellos.',
};
