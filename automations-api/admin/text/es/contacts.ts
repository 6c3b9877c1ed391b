/** Spanish strings for the list of contacts. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const contacts: Text['contacts'] = {
  title: 'Contactos',
  search: 'Buscar contactos',
  add: 'Añadir contacto',
  customFields: 'Campos personalizados',
  added: (email) => `Se ha añadido ${email}`,
  saved: (email) => `Se ha guardado ${email}`,
  export: 'Exportar',
  exportThese: 'Exportar estos',
  open: 'Abrir',
  edit: 'Estado, etiquetas y listas',
  editTitle: (email) => `Estado, etiquetas y listas de ${email}`,
  deleteTitle: (name) => `¿Eliminar ${name}?`,
  deleteNote: 'Elimina el contacto con todos sus datos. Esta acción no se puede deshacer.',
  deleted: (email) => `Se ha eliminado ${email}`,
  none: 'Ningún contacto coincide',
  clearFilters: 'Quitar búsqueda y filtros',
  empty: 'Aún no hay contactos',
  emptyNote: 'Impórtelos, añada uno aquí o deje que su tienda y sus formularios los añadan mediante la API REST.',
  columns: {
    contact: 'Contacto',
    place: 'Lugar',
    changed: 'Último cambio',
    added: 'Añadido',
  },
  types: { lead: 'Lead', customer: 'Cliente' },
  rowsAPage: (n) => plural(n, { one: '# fila por página', many: '# de filas por página', other: '# filas por página' }),
  addFirst: 'Añadir un contacto',
  importFirst: 'Importar contactos',
  merge: 'Fusionar con…',
  editTags: (email) => `Editar las etiquetas de ${email}`,
  tagsOf: (email) => `Etiquetas de ${email}`,
  status: {
    menu: (email, status) => `Estado de ${email}: ${status}`,
    changed: (email, status) => `Nuevo estado de ${email}: ${status.toLowerCase()}`,
    resubscribe: 'Suscribir de nuevo',
    resubscribeTitle: (email) => `¿Suscribir de nuevo a ${email}?`,
    resubscribeNote: (status) =>
      `Este contacto no desea recibir correos (${status.toLowerCase()}). Continúe solo si los ha vuelto a pedir.`,
  },
  sorts: {
    creation_date: 'fecha de alta',
    last_modified: 'último cambio',
    f_name: 'nombre',
    l_name: 'apellidos',
    email: 'correo',
  },
  fields: {
    email: 'Correo electrónico',
    f_name: 'Nombre',
    l_name: 'Apellidos',
    contact_no: 'Teléfono',
    country: 'País',
    state: 'Provincia o estado',
    timezone: 'Zona horaria',
    type: 'Tipo',
    source: 'Fuente',
    points: 'Puntos',
    status: 'Estado',
    tags: 'Etiquetas',
    lists: 'Listas',
  },
  many: {
    tags: 'Etiquetas',
    lists: 'Listas',
    status: 'Estado',
    field: 'Campo',
    fieldTitle: (n) =>
      plural(n, { one: 'Campo de # contacto', many: 'Campo de # de contactos', other: 'Campo de # contactos' }),
    emptyClears: 'Déjelo vacío para borrar el valor del campo.',
    resubscribe: 'Incluir contactos dados de baja y quejas',
    resubscribeHint: 'Si no, los contactos que se dieron de baja conservan su estado.',
    tooMany: (n) =>
      `${plural(n, {
        one: 'Puede seleccionar como máximo # contacto individualmente.',
        many: 'Puede seleccionar como máximo # de contactos uno a uno.',
        other: 'Puede seleccionar como máximo # contactos uno a uno.',
      })} Para más, seleccione todos los que coinciden con un filtro.`,
    how: 'Acción',
    hows: { add: 'Añadir', remove: 'Quitar' },
    statusTitle: (n) =>
      plural(n, { one: 'Estado de # contacto', many: 'Estado de # de contactos', other: 'Estado de # contactos' }),
    termsTitle: (what, n) =>
      what === 'tags'
        ? plural(n, {
            one: 'Etiquetas de # contacto',
            many: 'Etiquetas de # de contactos',
            other: 'Etiquetas de # contactos',
          })
        : plural(n, { one: 'Listas de # contacto', many: 'Listas de # de contactos', other: 'Listas de # contactos' }),
    deleteTitle: (n) =>
      plural(n, { one: '¿Eliminar # contacto?', many: '¿Eliminar # de contactos?', other: '¿Eliminar # contactos?' }),
    deleteNote: (n) =>
      n === 1
        ? 'Elimina el contacto con todos sus datos. Esta acción no se puede deshacer.'
        : 'Elimina los contactos con todos sus datos. Esta acción no se puede deshacer.',
  },
  keys: {
    next: 'Fila siguiente',
    before: 'Fila anterior',
    select: 'Seleccionar la fila',
    edit: 'Estado, etiquetas y listas de la fila',
    clear: 'Quitar la selección',
  },
};
