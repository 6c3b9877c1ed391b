/** Spanish strings for the first screen. */
import type { Text } from '../text.ts';

export const dashboard: Text['dashboard'] = {
  title: 'Panel',
  utc: 'Los días están en UTC.',
  overTime: 'Contactos a lo largo del tiempo',
  shown: 'Métrica',
  metrics: { created: 'Nuevos', all: 'Todos' },
  contacts: 'Contactos',
  created: 'Contactos nuevos',
  createdSubscribed: 'Suscriptores nuevos',
  subscribed: 'Suscritos',
  lost: 'Bajas o rebotes',
  ofAll: (share) => `${share} del total`,
  units: { created: 'contactos nuevos', all: 'contactos' },
  chart: (metric, interval) =>
    `${metric === 'created' ? 'Contactos nuevos' : 'Contactos'} por ${interval === 'day' ? 'día' : 'mes'}`,
  byStatus: 'Por estado',
  terms: {
    tag: { title: 'Por etiqueta', all: 'Todas las etiquetas', none: 'Ningún contacto tiene etiquetas todavía.' },
    list: { title: 'Por lista', all: 'Todas las listas', none: 'Ningún contacto está en una lista todavía.' },
  },
  events: { title: 'Últimos eventos', all: 'Contactos con cambios recientes' },
  jobs: { title: 'Tareas en curso', all: 'Todas las tareas', none: 'No hay tareas en curso.' },
  webhooks: {
    title: 'Problemas de webhooks',
    all: 'Todos los webhooks',
    none: 'Sin problemas de webhooks',
    dead: (n) => (n === '1' ? '1 fallida' : `${n} fallidas`),
    pending: (n) => (n === '1' ? '1 pendiente' : `${n} pendientes`),
  },
  first: {
    note: 'Empiece en tres pasos',
    contact: 'Importe sus contactos',
    contactNote: 'De otro sistema o de una hoja de cálculo, con sus campos, etiquetas y listas. O añada uno a mano.',
    key: 'Cree una clave de API',
    keyNote: 'Su tienda y sus formularios la usan para añadir contactos.',
    createKey: 'Crear clave',
    sender: 'Defina el nombre del remitente',
    senderNote: 'Los contactos ven este nombre en los correos de confirmación y en sus páginas.',
    setSender: 'Definir remitente',
    hide: 'Ocultar estos pasos',
    wait: 'Los contactos aparecen aquí cuando un editor añade uno.',
  },
};
