/**
 * Spanish strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { number, plural, ui } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';
import { auditLog } from './audit-log.ts';
import { consent } from './consent.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { duplicates, merge } from './duplicates.ts';
import { exportWords } from './export.ts';
import { fields } from './fields.ts';
import { filter } from './filter.ts';
import { forms } from './forms.ts';
import { hooks } from './hooks.ts';
import { imports } from './imports.ts';
import { jobs } from './jobs.ts';
import { links } from './links.ts';
import { mail } from './mail.ts';
import { plugins } from './plugins.ts';
import { restApi } from './rest-api.ts';
import { rules } from './rules.ts';
import { segments } from './segments.ts';
import { templates } from './templates.ts';
import { terms } from './terms.ts';
import { timeline } from './timeline.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const es: Text = {
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
  filter,
  contact,
  timeline,
  duplicates,
  merge,
  segments,
  jobs,
  terms,
  fields,
  rules,
  forms,
  hooks,
  templates,
  webhooks,
  imports,
  export: exportWords,
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
  consent,
  mail,
  members: {
    template: { choose: 'Elija una plantilla', create: 'Nueva plantilla de correo', open: 'Abrir la plantilla' },
    unit: 'Unidad',
    units: { second: 'Segundos', minute: 'Minutos', hour: 'Horas', day: 'Días', week: 'Semanas' },
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
  links,
  plugins,
  restApi,
  users,
  auditLog,
  account: {
    signInAgain: 'Iniciar sesión en otra pestaña',
  },
  preferences: {
    title: 'Preferencias',
    about: 'Tema, zona horaria y atajos de teclado en este navegador.',
  },
};
