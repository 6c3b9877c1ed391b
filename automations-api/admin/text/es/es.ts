/**
 * Spanish strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { number, plural, ui } from '../../../../shared/ui/text/es/ui.ts';
import type { FirstText } from '../text.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { timeline } from './timeline.ts';

export const es: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Contactos, sus etiquetas y listas, reglas y webhooks.',
    noScript: 'Esta página necesita JavaScript.',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: 'Desde siempre' } } },
  counts: { contacts: (n) => plural(n, { one: '# contacto', many: '# de contactos', other: '# contactos' }) },
  health: {
    title: 'Estado del sistema',
    about: 'Bases de datos, servidor de correo y correos, webhooks y tareas pendientes.',
  },
  roles: { administrator: 'Administrador', editor: 'Editor', viewer: 'Lector' },
  actions: ui.buttons,
  saveBar: {
    label: 'Cambios',
    notSaved: 'Aún sin guardar',
    unsaved: 'Cambios sin guardar',
    allSaved: 'Todos los cambios están guardados',
    discard: 'Descartar',
  },
  leave: { title: '¿Salir sin guardar?', action: 'Salir', note: 'Sus cambios aquí se pierden.' },
  statuses: {
    unverified: 'No verificado',
    subscribed: 'Suscrito',
    bounced: 'Rebotado',
    unsubscribed: 'Dado de baja',
    soft_bounced: 'Rebote temporal',
    complaint: 'Queja',
  },
  more: (n) => `y ${number(n)} más`,
  usedBy: { rules: 'Reglas', segments: 'Segmentos' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'No puede estar vacío.',
  preview: {
    title: 'Vista previa',
    of: (what) => `Vista previa: ${what}`,
    part: 'Parte del editor',
    parts: { edit: 'Editar', preview: 'Vista previa' },
    width: 'Ancho',
    widths: { desktop: 'Ordenador', phone: 'Teléfono' },
    theme: 'Tema',
    themes: { light: 'Claro', dark: 'Oscuro' },
  },
  refused: {
    editor: 'Solo los editores y los administradores pueden abrir esta página',
    administrator: 'Solo los administradores pueden abrir esta página',
    note: 'Pida a un administrador que cambie su rol.',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'Activado',
    off: 'Desactivado',
    state: 'Activado o desactivado',
    changed: 'Último cambio',
    changedAt: 'último cambio',
    url: 'URL',
    copyUrl: (name) => `Copiar la URL de ${name}`,
    open: 'Abrir',
    duplicate: 'Duplicar',
    copyOf: (name) => `${name} (copia)`,
    examples: 'Empezar con un ejemplo',
  },
  members: {
    template: { choose: 'Elija una plantilla', create: 'Nueva plantilla de correo', open: 'Abrir la plantilla' },
    unit: 'Unidad',
    units: { second: 'Segundos', minute: 'Minutos', hour: 'Horas', day: 'Días', week: 'Semanas' },
    field: 'Campo',
    anotherField: 'Otro campo',
    chooseField: 'Elija un campo',
    fieldHint: 'Déjelo vacío para borrar el valor del campo.',
    noFields: 'Aún no hay campos. Añada uno en Campos.',
  },
  cards: {
    saved: (title) => `Se ha guardado ${title}`,
    done: (label) => `${label}: hecho`,
    noRows: 'Nada que mostrar',
    nothing: 'Nada que mostrar para su rol',
    broken: 'No se ha podido cargar esta tarjeta',
    yes: 'Sí',
    no: 'No',
  },
  account: {
    signInAgain: 'Iniciar sesión en otra pestaña',
  },
  preferences: {
    title: 'Preferencias',
    about: 'Tema, zona horaria y atajos de teclado en este navegador.',
  },
};
