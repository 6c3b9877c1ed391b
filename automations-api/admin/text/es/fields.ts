/** Spanish strings for custom fields and their groups. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const fields: Text['fields'] = {
  title: 'Campos',
  note: 'Campos personalizados de los contactos, en el orden del formulario.',
  search: 'Buscar campos',
  add: 'Añadir campo',
  edit: 'Editar',
  show: 'Mostrar contactos con un valor',
  editTitle: (name) => `Editar ${name}`,
  added: (name) => `Se ha añadido el campo ${name}`,
  saved: (name) => `Se ha guardado el campo ${name}`,
  none: 'Aún no hay campos',
  noneNote:
    'Los campos personalizados guardan sus propios datos, como un cumpleaños, un número de cliente o una talla.',
  noneFound: 'Ningún campo coincide',
  name: 'Nombre',
  slug: 'Slug',
  slugHint:
    'Las aplicaciones identifican el campo con él. Si lo cambia, dejan de funcionar las que usan el slug actual.',
  type: 'Tipo',
  typeHint: 'Un tipo nuevo convierte todos los valores. Si alguno no es compatible, no cambia nada.',
  types: {
    1: 'Texto',
    2: 'Número',
    3: 'Texto largo',
    4: 'Lista desplegable',
    5: 'Botones de opción',
    6: 'Casillas',
    7: 'Fecha',
  },
  options: 'Opciones',
  optionsHint: 'Una por línea.',
  optionsOrPlaceholder: 'Opciones o texto de ejemplo',
  placeholder: 'Texto de ejemplo',
  group: 'Grupo',
  contacts: 'Con valor',
  order: 'Orden',
  moveUp: (name) => `Subir ${name}`,
  moveDown: (name) => `Bajar ${name}`,
  isEditable: 'Los valores se pueden cambiar',
  isEditableHint: 'Si no, los formularios, las claves de API y las reglas no pueden cambiarlos.',
  isFixed: 'los valores no se pueden cambiar',
  preview: 'Vista previa',
  unnamed: 'Nombre del campo',
  deleteTitle: (name) => `¿Eliminar el campo ${name}?`,
  deleteNote: (values) =>
    values === 0
      ? 'Ningún contacto tiene un valor. Esta acción no se puede deshacer.'
      : `${plural(values, { one: 'Se eliminan los valores de # contacto.', many: 'Se eliminan los valores de # de contactos.', other: 'Se eliminan los valores de # contactos.' })} Esta acción no se puede deshacer.`,
  deleteUsed: 'Lo usan y dejarán de funcionar:',
  deleted: (name) => `Se ha eliminado el campo ${name}`,
  groups: {
    add: 'Añadir grupo',
    name: 'Nombre',
    hint: 'Un encabezado que agrupa campos en el formulario.',
    none: 'Sin grupo',
    empty: 'Este grupo no tiene campos. Edite un campo para añadirlo aquí.',
    up: 'Subir',
    down: 'Bajar',
    deleteTitle: (name) => `¿Eliminar el grupo ${name}?`,
    deleteNote: 'Sus campos se conservan, sin grupo.',
    deleted: (name) => `Se ha eliminado el grupo ${name}`,
  },
};
