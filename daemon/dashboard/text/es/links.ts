/** Spanish strings for the list of links and for one link. */
import { number, plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const links: Text['links'] = {
  title: 'Enlaces',
  newLink: 'Nuevo enlace',
  createMany: 'Crear varios',
  import: 'Importar',
  export: 'Exportar CSV',
  createFirst: 'Cree su primer enlace',
  search: 'Buscar enlaces',
  domain: 'Dominio',
  shown: 'Archivados',
  tagsMode: 'Los enlaces tienen',
  tagsModes: { all: 'Todas estas etiquetas', any: 'Alguna de estas etiquetas' },
  withoutTags: 'Sin las etiquetas',
  me: 'Usted',
  keyNamed: (name) => `${name} (clave de API)`,
  health: 'Destino',
  healths: { ok: 'Funciona', broken: 'Roto', unknown: 'Aún sin comprobar' },
  createdFrom: 'Creado desde',
  createdTo: 'Creado hasta',
  columns: {
    link: 'Enlace',
    tag: 'Etiqueta',
    tags: 'Etiquetas',
    state: 'Estado',
    trend: 'Tendencia',
    clicks: 'Clics',
    lastClick: 'Último clic',
    created: 'Creado',
    creator: 'Creado por',
    note: 'Nota',
  },
  states: {
    live: 'Activo',
    banned: 'Bloqueado',
    whyBanned: 'Motivo y apelación',
    expired: 'Caducado',
    usedUp: 'Agotado',
    usedOf: (used, all) => `${number(used)} de ${plural(all, { one: '# clic usado', other: '# clics usados' })}`,
    archived: 'Archivado',
    broken: 'Roto',
    brokenSince: (status, when) =>
      status === null
        ? `No se puede acceder al destino desde el ${when}`
        : `El destino responde ${status} desde el ${when}`,
    starts: (when) => `Empieza: ${when}`,
    expires: (when) => `Caduca: ${when}`,
  },
  ranges: { '24h': '24 horas', '7d': '7 días', '30d': '30 días', '90d': '90 días', all: 'Desde siempre' },
  range: (range) => `Clics: ${range}`,
  beyond: (range, days) =>
    `${range} (su plan conserva ${plural(days, { one: '# día', many: '# de días', other: '# días' })})`,
  sorts: { createdAt: 'creación', clicks: 'todos los clics', lastClickAt: 'último clic', title: 'título' },
  archivedStates: { false: 'Sin archivados', true: 'Solo archivados', all: 'Con archivados' },
  chips: {
    tag: (tag) => `Etiqueta: ${tag}`,
    domain: (domain) => `Dominio: ${domain}`,
    to: (url) => `Destino: ${url}`,
    anyTag: (tags) => `Alguna etiqueta de: ${tags.join(', ')}`,
    withoutTag: (tag) => `Sin la etiqueta: ${tag}`,
    createdBy: (name) => `Creado por: ${name}`,
    health: (state) => `Destino: ${state}`,
    createdFrom: (day) => `Creado desde el ${day}`,
    createdTo: (day) => `Creado hasta el ${day}`,
  },
  slugOn: (slug, domain) => `${slug} en ${domain}`,
  hasPassword: 'Protegido con contraseña',
  hasRules: 'Redirige por reglas',
  hasVariants: 'Se reparte entre variantes',
  uniqueOf: (clicks, unique) =>
    `${plural(clicks, { one: '# clic', many: '# de clics', other: '# clics' })}; únicos: ${unique}. Abrir las estadísticas`,
  atLeast: (n) => `más de ${n} enlaces`,
  empty: 'Aún no hay enlaces',
  emptyNote: 'Un enlace corto redirige a cualquier URL, cuenta los clics y se puede cambiar después de imprimirlo.',
  emptyNoteViewer: 'Los enlaces aparecen aquí cuando un miembro crea uno.',
  none: 'Ningún enlace coincide',
  noneNote: 'Los enlaces archivados están ocultos. Use el filtro para incluirlos.',
  clearAll: 'Quitar filtros',
  clearFilters: 'Quitar búsqueda y filtros',
  analytics: 'Estadísticas',
  qrCode: 'Código QR',
  qrCodes: 'Códigos QR',
  qrOnlySeen: 'Primero abra sus páginas: solo se crean códigos QR de los enlaces que se muestran aquí',
  duplicate: 'Duplicar',
  archive: 'Archivar',
  unarchive: 'Desarchivar',
  tag: 'Etiquetar',
  copied: (url) => `Se ha copiado ${url}`,
  linkNamed: (title, shortUrl) => `${title}, ${shortUrl}`,
  copyNamed: (name) => `Copiar ${name}`,
  openNamed: (name) => `Abrir ${name} (sin contar un clic)`,
  notCopied: 'El navegador ha impedido copiar',
  gathering: 'Buscando todas las coincidencias',
  editManyTitle: (n) => plural(n, { one: 'Editar # enlace', many: 'Editar # de enlaces', other: 'Editar # enlaces' }),
  utmMerged: 'Los campos vacíos conservan el valor de cada enlace.',
  utmWhole: 'Quitar los parámetros que queden vacíos',
  expiryOff: 'Quitar la caducidad',
  tagTitle: (n) =>
    plural(n, { one: 'Etiquetar # enlace', many: 'Etiquetar # de enlaces', other: 'Etiquetar # enlaces' }),
  addTags: 'Añadir etiquetas',
  noTags: 'Escriba una etiqueta para añadir o quitar',
  removeTags: 'Quitar etiquetas',
  deleteTitle: (n, name) =>
    name
      ? `¿Eliminar ${name}?`
      : plural(n, { one: '¿Eliminar # enlace?', many: '¿Eliminar # de enlaces?', other: '¿Eliminar # enlaces?' }),
  deleteNote: (n) =>
    n === 1
      ? 'La URL corta deja de funcionar y sus estadísticas se eliminan. Archive el enlace para que siga funcionando. Esta acción no se puede deshacer.'
      : `${plural(n, { one: '# URL corta deja de funcionar', many: '# de URL cortas dejan de funcionar', other: '# URL cortas dejan de funcionar' })} y sus estadísticas se eliminan. Archive los enlaces para que sigan funcionando. Esta acción no se puede deshacer.`,
  failedTitle: (n) =>
    plural(n, {
      one: '# enlace no ha cambiado',
      many: '# de enlaces no han cambiado',
      other: '# enlaces no han cambiado',
    }),
  stopped: (problem, left) =>
    `${problem} ${plural(left, { one: 'Queda # enlace sin intentar.', many: 'Quedan # de enlaces sin intentar.', other: 'Quedan # enlaces sin intentar.' })}`,
  andMore: (n) => `y ${number(n)} más`,
  retry: (n) => (n === 1 ? 'Reintentar' : `Reintentar estos ${number(n)}`),
  actions: {
    archiving: 'Archivando',
    unarchiving: 'Desarchivando',
    editing: 'Modificando',
    tagging: 'Etiquetando',
    deleting: 'Eliminando',
    undoing: 'Restaurando',
    archived: (n) =>
      plural(n, {
        one: 'Se ha archivado # enlace. La URL corta sigue funcionando.',
        many: 'Se han archivado # de enlaces. Las URL cortas siguen funcionando.',
        other: 'Se han archivado # enlaces. Las URL cortas siguen funcionando.',
      }),
    unarchived: (n) =>
      plural(n, {
        one: 'Se ha desarchivado # enlace',
        many: 'Se han desarchivado # de enlaces',
        other: 'Se han desarchivado # enlaces',
      }),
    edited: (n) =>
      plural(n, {
        one: 'Se ha modificado # enlace',
        many: 'Se han modificado # de enlaces',
        other: 'Se han modificado # enlaces',
      }),
    tagged: (n) =>
      plural(n, {
        one: 'Se han actualizado las etiquetas de # enlace',
        many: 'Se han actualizado las etiquetas de # de enlaces',
        other: 'Se han actualizado las etiquetas de # enlaces',
      }),
    deleted: (n) =>
      plural(n, {
        one: 'Se ha eliminado # enlace',
        many: 'Se han eliminado # de enlaces',
        other: 'Se han eliminado # enlaces',
      }),
    undone: (n) =>
      plural(n, {
        one: 'Se ha restaurado # enlace',
        many: 'Se han restaurado # de enlaces',
        other: 'Se han restaurado # enlaces',
      }),
  },
  keys: {
    copy: 'Copiar la URL corta del enlace',
    open: 'Abrir la URL corta del enlace',
    select: 'Seleccionar el enlace',
    edit: 'Editar el enlace',
    duplicate: 'Duplicar el enlace',
    qr: 'Código QR del enlace',
    archive: 'Archivar el enlace',
    clear: 'Quitar la selección',
  },
};

export const link: Text['link'] = {
  title: 'Enlace',
  facts: 'El enlace',
  gone: 'Enlace no encontrado',
  goneNote: 'Se ha eliminado o está en otro espacio de trabajo.',
  copy: 'Copiar URL corta',
  state: 'Estado',
  tags: 'Etiquetas',
  created: 'Creado',
  createdBy: 'Creado por',
  creators: { user: 'Antiguo usuario', key: 'Clave de API', import: 'Importación' },
  starts: 'Empieza',
  expires: 'Caduca',
  maxClicks: 'Límite de clics',
  importedClicks: 'Clics importados',
  note: 'Nota',
  password: 'Protegido con contraseña',
  qr: 'Código QR',
  history: 'Historial',
  noHistory: 'Sin cambios registrados',
  wholeHistory: 'Mostrar en el registro de auditoría',
  changes: {
    'link.share': 'compartió las estadísticas',
    'link.unshare': 'dejó de compartir las estadísticas',
    'link.appeal': 'apeló el bloqueo',
  },
  amongLinks: (links) => `con ${links} a la vez`,
};
