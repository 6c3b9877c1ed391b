/** Spanish strings for plugins. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const plugins: Text['plugins'] = {
  title: 'Plugins',
  about: 'Active y desactive partes del servicio.',
  note: 'Los cambios se aplican en unos segundos.',
  plugin: 'Plugin',
  state: 'Estado',
  version: 'Versión',
  tables: 'Tablas',
  jobs: 'Tareas programadas',
  job: ({ name, every_seconds: seconds, at }) =>
    seconds === null
      ? `${name} a las ${at} UTC`
      : plural(seconds, {
          one: `${name} cada # segundo`,
          many: `${name} cada # de segundos`,
          other: `${name} cada # segundos`,
        }),
  active: 'Activo',
  inactive: 'Inactivo',
  broken: 'No funciona',
  faultOf: (name) => `${name} no puede ejecutarse`,
  needed: 'Obligatorio',
  activate: 'Activar',
  deactivate: 'Desactivar',
  neededNote: 'Esta aplicación lo necesita. Desactívelo con la CLI.',
  activated: (name) => `Se ha activado ${name}`,
  deactivated: (name) => `Se ha desactivado ${name}`,
  deactivateTitle: (name) => `¿Desactivar ${name}?`,
  stops: 'Sus rutas y tareas en segundo plano se detienen en unos segundos. Sus datos se conservan.',
  keeps: (n) =>
    plural(n, { one: '# tabla se conserva', many: '# de tablas se conservan', other: '# tablas se conservan' }),
  automationsStops:
    'Esto detiene la automatización de contactos. La API REST deja de responder, los contactos no pueden cancelar la suscripción con los enlaces de los correos, y las reglas, los webhooks, los correos y las tareas quedan en pausa hasta que lo active de nuevo.',
  reloadTitle: (name) => `${name} ha cambiado`,
  reloadNote: 'Vuelva a cargar esta página en unos segundos para actualizar todas las pantallas.',
  reload: 'Volver a cargar',
};
