/** Spanish strings for jobs. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

const doing: Record<string, string> = {
  add_tags: 'Añadiendo etiquetas',
  remove_tags: 'Quitando etiquetas',
  add_lists: 'Añadiendo a listas',
  remove_lists: 'Quitando de listas',
  set_status: 'Cambiando el estado',
  set_field: 'Cambiando el campo',
  add_points: 'Añadiendo puntos',
  delete: 'Eliminando',
};

export const jobs: Text['jobs'] = {
  title: 'Tareas',
  note: 'Cambios en muchos contactos a la vez. Las tareas se conservan 90 días.',
  job: 'Tarea',
  status: 'Estado',
  progress: 'Contactos',
  created: 'Creada',
  statuses: {
    queued: 'En cola',
    running: 'En curso',
    done: 'Terminada',
    cancelled: 'Cancelada',
    failed: 'Fallida',
  },
  actions: {
    add_tags: 'Añadir etiquetas',
    remove_tags: 'Quitar etiquetas',
    add_lists: 'Añadir a listas',
    remove_lists: 'Quitar de listas',
    set_status: 'Cambiar estado',
    set_field: 'Cambiar campo',
    add_points: 'Añadir puntos',
    delete: 'Eliminar',
  },
  failures: (n) => plural(n, { one: '# con error', other: '# con errores' }),
  doneOf: (done, all) => `${done} de ${all}`,
  none: 'Aún no hay tareas',
  noneNote: 'Seleccione varios contactos en la lista para cambiarlos a la vez.',
  cancel: 'Cancelar tarea',
  cancelJob: (id) => `Cancelar la tarea ${id}`,
  cancelTitle: '¿Cancelar esta tarea?',
  cancelNote: 'Los contactos ya cambiados se quedan así.',
  doing: (action) => `${doing[action] ?? action.replaceAll('_', ' ')}…`,
  ended: (status, action, done, failed) => {
    if (status === 'cancelled')
      return plural(done, {
        one: 'Cancelada tras # contacto',
        many: 'Cancelada tras # de contactos',
        other: 'Cancelada tras # contactos',
      });
    const ended =
      action === 'delete'
        ? plural(done, {
            one: 'Se ha eliminado # contacto',
            many: 'Se han eliminado # de contactos',
            other: 'Se han eliminado # contactos',
          })
        : plural(done, {
            one: 'Se ha actualizado # contacto',
            many: 'Se han actualizado # de contactos',
            other: 'Se han actualizado # contactos',
          });
    return failed > 0 ? `${ended}, ${plural(failed, { one: '# con error', other: '# con errores' })}` : ended;
  },
};
