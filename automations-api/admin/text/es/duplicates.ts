/** Spanish strings for duplicates and for merging two contacts. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const duplicates: Text['duplicates'] = {
  title: 'Duplicados',
  note: 'Contactos que pueden ser la misma persona. No se fusiona nada hasta que lo revise.',
  by: 'Comparar',
  kinds: { email: 'Por correo', phone: 'Por teléfono' },
  none: {
    email: 'No hay dos contactos con el mismo buzón',
    phone: 'No hay dos contactos con el mismo teléfono',
  },
  noneNote: 'Los correos se comparan sin la parte que sigue a un +; los teléfonos, por sus cifras.',
  noneYet: 'Sin duplicados hasta ahora',
  noneYetNote: 'Quedan más contactos por comparar.',
  count: (n) => plural(n, { one: '# contacto', many: '# de contactos', other: '# contactos' }),
  review: 'Revisar',
  reviewNamed: (email) => `Revisar ${email}`,
  notShown: (n) => `No se muestran ${n} más.`,
  more: 'Buscar más',
};

export const merge: Text['merge'] = {
  title: (email) => `Fusionar con ${email}`,
  find: 'Buscar el otro contacto',
  findNote: 'El contacto que elija se fusiona con este y después se elimina.',
  note: 'Elija los valores que desea conservar.',
  swap: 'Conservar el otro contacto',
  skip: 'Pasar al siguiente par',
  values: 'Valores de ambos contactos',
  value: 'Valor',
  stays: (email) => `Se conserva: ${email}`,
  goes: (email) => `Se fusiona: ${email}`,
  choose: (name, value) => `${name}: ${value}`,
  statusNote: 'Si alguno se dio de baja, el resultado queda dado de baja.',
  joined: 'Se combina',
  joinedNote: 'Cronologías, notas, correos, clics y ejecuciones de reglas de ambos.',
  lost: 'Se elimina',
  lostNote: (email) =>
    `${email} y los valores que no elija. La cronología registra la fusión. Esta acción no se puede deshacer.`,
  action: 'Fusionar',
  done: (email) => `Se ha fusionado ${email} con este contacto`,
};
