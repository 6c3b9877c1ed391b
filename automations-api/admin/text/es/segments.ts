/** Spanish strings for segments. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const segments: Text['segments'] = {
  title: 'Segmentos',
  note: 'Filtros guardados. Los contactos entran y salen según cambian.',
  name: 'Nombre',
  count: 'Contactos',
  created: 'Creado',
  open: 'Mostrar contactos',
  picked: (name) => `Segmento: ${name}`,
  manage: 'Todos los segmentos',
  add: 'Nuevo segmento',
  conditions: 'Condiciones',
  counting: 'Contando…',
  meets: (n) =>
    plural(n, {
      one: '# contacto coincide ahora.',
      many: '# de contactos coinciden ahora.',
      other: '# contactos coinciden ahora.',
    }),
  save: 'Guardar como segmento',
  saveChanges: 'Guardar cambios',
  saveAsNew: 'Guardar como nuevo',
  saveHint: 'Guarda la búsqueda y los filtros de esta lista.',
  saved: (name) => `Se ha guardado el segmento ${name}`,
  none: 'Aún no hay segmentos',
  noneNote: 'Un segmento es un filtro guardado: los contactos entran y salen según cambian.',
  noneFound: 'Ningún segmento coincide',
  search: 'Buscar segmentos',
  toContacts: 'Ir a los contactos',
  usedBy: 'Usado por',
  usedByRule: (name) => `Regla ${name}`,
  edit: 'Editar filtro',
  duplicateTitle: (name) => `Duplicar ${name}`,
  keptTitle: (name) => `${name} no se puede eliminar`,
  keptNote: 'Está en uso. Primero cambie:',
  deleteTitle: (name) => `¿Eliminar el segmento ${name}?`,
  deleteNote: 'No se usa en ningún sitio. Sus contactos se quedan como están. Esta acción no se puede deshacer.',
  deleted: (name) => `Se ha eliminado el segmento ${name}`,
};
