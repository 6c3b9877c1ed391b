/** Spanish strings for tags. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const tags: Text['tags'] = {
  title: 'Etiquetas',
  tag: 'Etiqueta',
  links: 'Enlaces',
  search: 'Buscar etiquetas',
  none: 'Aún no hay etiquetas',
  noneNote: 'Las etiquetas agrupan enlaces. Ponga una a un enlace al crearlo o editarlo.',
  toLinks: 'Ir a los enlaces',
  noneFound: 'Ninguna etiqueta coincide',
  showLinks: 'Mostrar enlaces',
  analytics: 'Estadísticas',
  rename: 'Cambiar nombre o fusionar',
  renameTitle: (tag) => `Cambiar el nombre de ${tag}`,
  renameHint:
    'Si usa el nombre de otra etiqueta, ambas se fusionan. Una página compartida conserva su URL, salvo si las etiquetas se fusionan.',
  name: 'Nombre',
  renamed: (from, to) => `${from} ahora se llama ${to}`,
  deleteTitle: (tag) => `¿Eliminar ${tag}?`,
  deleteNote: (links) =>
    `${plural(links, { one: 'Se quita de # enlace.', many: 'Se quita de # de enlaces.', other: 'Se quita de # enlaces.' })} Los enlaces se conservan. La página compartida de la etiqueta deja de funcionar. Esta acción no se puede deshacer.`,
  deleted: (tag) => `Se ha eliminado ${tag}`,
};
