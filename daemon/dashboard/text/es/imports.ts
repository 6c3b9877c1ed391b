/** Spanish strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/es/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Importar enlaces',
    {
      one: 'enlace',
      many: 'enlaces',
      note: 'Traiga enlaces de otro sistema o de una hoja de cálculo, con sus slugs, títulos, etiquetas y fechas.',
      left: 'Las etiquetas',
      files: 'CSV, JSON, JSON Lines o un volcado SQL de YOURLS, también comprimidos',
      formats: {
        waypost: 'Waypost',
        bitly: 'Bitly',
        dub: 'Dub',
        kutt: 'Kutt',
        shlink: 'Shlink',
        shortio: 'Short.io',
        yourls: 'YOURLS',
      },
    },
    {
      label: 'Si el slug ya está en uso',
      options: {
        skip: 'Omitir la fila',
        change: 'Cambiar el enlace existente',
        suffix: 'Añadir un número al slug',
      },
    },
  ),
  who: 'Los miembros y los administradores pueden importar enlaces. Pídaselo a uno de ellos.',
};
