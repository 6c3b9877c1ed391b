/** Spanish strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/es/keys.ts';
import type { Text } from '../text.ts';

export const apiKeys: Text['apiKeys'] = {
  ...keyWords({
    title: 'Claves de API',
    newKey: 'Nueva clave de API',
    empty: 'Aún no hay claves de API',
    emptyNote: 'Una clave permite a una aplicación crear enlaces y leer sus clics. Dé a cada aplicación la suya.',
    name: 'Nombre',
    nameHint: 'La aplicación que la usará, como «Sitio web» o «Informes».',
    permissions: { read: 'Lectura', write: 'Lectura y escritura', admin: 'Acceso completo' },
    permissionHints: {
      read: 'Lee enlaces, etiquetas y estadísticas.',
      write: 'Además crea, cambia y elimina enlaces.',
      admin: 'Además gestiona dominios, miembros, claves de API, webhooks y facturación.',
    },
  }),
  about: 'Claves con las que las aplicaciones llaman a la API.',
  note: 'Permita que las aplicaciones creen y lean enlaces. Quien tenga una clave puede usar sus permisos.',
  noteOwn: 'Las claves que usted ha creado. Los administradores ven todas.',
  notYours: 'Los lectores no tienen claves de API',
  notYoursNote: 'Pida a un administrador de este espacio de trabajo que le dé el rol de miembro.',
  you: 'Usted',
  previousMember: 'Antiguo miembro',
};
