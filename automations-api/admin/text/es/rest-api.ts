/** Spanish strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/es/keys.ts';
import type { Text } from '../text.ts';

export const restApi: Text['restApi'] = {
  ...keyWords({
    title: 'API REST',
    newKey: 'Nueva clave',
    empty: 'Aún no hay claves',
    emptyNote: 'Cree una para cada aplicación, así podrá revocarlas por separado.',
    name: 'Descripción',
    nameHint: 'La aplicación que la usará, como una tienda.',
    permissions: { read: 'Lectura', write: 'Lectura y escritura', full: 'Acceso completo' },
    permissionHints: {
      read: 'Solo lectura',
      write: 'Añade y cambia, no puede eliminar',
      full: 'Añade, cambia y elimina',
    },
  }),
  about: 'Claves de API para aplicaciones que leen y cambian contactos.',
  address: 'URL de la API',
  note: 'Las aplicaciones leen y cambian contactos con estas claves. Una clave se muestra una sola vez, al crearla.',
  unnamed: (id) => `Clave ${id}`,
};
