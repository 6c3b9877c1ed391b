/** Spanish strings for analytics and the page of shared analytics. */
import { number, plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const analytics: Text['analytics'] = {
  title: 'Estadísticas',
  summary: 'Clics del periodo',
  clicks: 'Clics',
  uniqueClicks: 'Clics únicos',
  trend: (all, most) =>
    all === 0
      ? 'Sin clics'
      : `${plural(all, { one: '# clic', many: '# de clics', other: '# clics' })}, máximo por intervalo: ${number(most)}`,
  units: { clicks: 'clics', uniqueClicks: 'clics únicos' },
  qrScans: 'Escaneos de QR',
  bots: 'Bots',
  ownClicks: 'Visitas propias',
  botsNote: 'no se cuentan',
  lastClick: 'Último clic',
  metric: 'Métrica',
  interval: 'Intervalo',
  hourly: 'Horas',
  daily: 'Días',
  chart: (what, interval) => `${what} por ${interval === 'hour' ? 'hora' : 'día'}`,
  kept: (days, day) =>
    `Su plan conserva los clics durante ${plural(days, { one: '# día', many: '# de días', other: '# días' })}: desde el ${day}.`,
  shorter: 'Mostrar los últimos 7 días',
  topLinks: 'Enlaces principales',
  places: 'Lugares',
  sources: 'Fuentes',
  campaigns: 'Campañas',
  devices: 'Dispositivos',
  tabs: {
    country: 'Países',
    map: 'Mapa',
    language: 'Idiomas',
    referrer: 'Referentes',
    utmSource: 'Fuente UTM',
    utmMedium: 'Medio',
    utmCampaign: 'Campaña',
    variant: 'Variantes',
    device: 'Dispositivos',
    os: 'Sistemas',
    browser: 'Navegadores',
    trigger: 'Enlace o QR',
  },
  names: {
    country: 'País',
    language: 'Idioma',
    referrer: 'Referente',
    utmSource: 'Fuente UTM',
    utmMedium: 'Medio UTM',
    utmCampaign: 'Campaña UTM',
    variant: 'Variante',
    device: 'Dispositivo',
    os: 'Sistema',
    browser: 'Navegador',
    trigger: 'Enlace o QR',
  },
  values: {
    '(direct)': 'Directo',
    '(none)': 'Ninguno',
    '(other)': 'Otros',
    Unknown: 'Desconocido',
    unknown: 'Desconocido',
    desktop: 'Ordenador',
    mobile: 'Móvil',
    tablet: 'Tableta',
    link: 'Enlace',
    qr: 'Código QR',
  },
  filters: 'Filtros',
  clear: 'Quitar filtros',
  link: 'Enlace',
  allLinks: 'Todos los enlaces',
  tag: 'Etiqueta',
  allTags: 'Todas las etiquetas',
  domain: 'Dominio',
  allDomains: 'Todos los dominios',
  timeZone: 'Zona horaria',
  ownZone: 'Zona horaria del navegador',
  live: {
    title: 'En directo',
    time: 'Hora',
    link: 'Enlace',
    deleted: 'un enlace eliminado',
    none: 'Los clics aparecen aquí en cuanto se producen.',
    since: (n, shown) =>
      plural(n, { one: `${shown} clic desde que abrió esto`, other: `${shown} clics desde que abrió esto` }),
    states: { connecting: 'Conectando…', open: 'En directo', paused: 'En pausa' },
  },
  export: {
    button: 'Exportar CSV',
    gate: 'Los planes Team y Scale exportan los clics sin procesar en CSV, una fila por clic.',
    plans: 'Ver planes',
    reading: (size) => `${size} leídos hasta ahora…`,
    done: (size) => `Se ha guardado clicks.csv: ${size}`,
  },
};

export const unknownPaths: Text['unknownPaths'] = {
  title: 'Rutas desconocidas',
  note: 'Solicitudes a sus dominios personalizados para las que no había ningún enlace.',
  search: 'Buscar rutas',
  path: 'Ruta',
  requests: 'Solicitudes',
  bots: 'Bots',
  last: 'Última solicitud',
  rest: (last, bots) =>
    bots === 0
      ? last
      : `${last}, ${plural(bots, { one: '# solicitud de bots', many: '# de solicitudes de bots', other: '# solicitudes de bots' })}`,
  create: 'Crear enlace',
  createNamed: (name) => `Crear el enlace ${name}`,
  empty: 'No hay rutas desconocidas',
  emptyNote:
    'Si los visitantes solicitan en sus dominios personalizados una ruta sin enlace, por ejemplo un slug mal escrito, aparece aquí en menos de dos minutos.',
  noDomains: 'Primero conecte un dominio personalizado',
  noDomainsNote:
    'Waypost cuenta las solicitudes de rutas sin enlace en los dominios personalizados, porque solo esos son exclusivamente suyos.',
  none: 'Ninguna ruta coincide',
};

export const share: Text['share'] = {
  button: 'Compartir',
  title: 'Estadísticas',
  gone: 'Aquí no se comparte nada',
  goneNote: 'Puede que la URL esté mal escrita o que el propietario haya dejado de compartir.',
  window: (from, to) => `Clics del ${from} al ${to}. Los bots no se cuentan.`,
  allOfTag: 'Todos los enlaces con esta etiqueta',
};

export const shareDialog: Text['shareDialog'] = {
  title: 'Compartir estas estadísticas',
  titleOf: (tag) => `Compartir las estadísticas de ${tag}`,
  notes: {
    link: 'Crea una URL secreta. Quien la tenga ve la URL corta, el título y las estadísticas de este enlace sin iniciar sesión.',
    tag: 'Crea una URL secreta. Quien la tenga ve, sin iniciar sesión, las estadísticas de todos los enlaces con esta etiqueta y las URL cortas de los enlaces con más clics.',
  },
  showDestination: { link: 'Mostrar el destino', tag: 'Mostrar los destinos de estos enlaces' },
  notShared: 'No se comparte. Los miembros pueden crear una página compartida.',
  create: 'Crear página compartida',
  address: 'Página compartida',
  since: (when) => `Compartida ${when}. Quien tenga esta URL ve las estadísticas.`,
  revoke: 'Dejar de compartir',
  revokeTitle: '¿Dejar de compartir?',
  revokeNote: 'La URL deja de funcionar para siempre. Si vuelve a compartir, se crea una nueva.',
  revoked: 'Se ha dejado de compartir',
};
