/** Spanish strings for creating many links. */
import { number, plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const createMany: Text['createMany'] = {
  title: 'Crear varios enlaces',
  paste: 'URL',
  pasteHint:
    'Una URL por línea, o columnas (tabulador o coma): URL, slug, título, etiquetas. Una fila de encabezado puede cambiar el orden. Separe las etiquetas con ; o |.',
  domain: 'Dominio',
  tags: 'Etiquetas para todos los enlaces',
  utm: 'UTM para todos los enlaces',
  expiry: 'Caducidad para todos los enlaces',
  rows: (n) => plural(n, { one: '# fila', many: '# de filas', other: '# filas' }),
  ready: (n) => plural(n, { one: '# preparada', other: '# preparadas' }),
  /** `lines`: the first affected lines. */
  faulty: (n, lines) => {
    const rest = `${lines.join(', ')}${n > lines.length ? '…' : ''}`;
    return `${number(n)} con problemas (${plural(n, { one: 'línea', other: 'líneas' })} ${rest})`;
  },
  file: 'Elegir archivo',
  fileHint: 'O suéltelo aquí: CSV o texto con una URL por línea, hasta 1\u00a0MB.',
  fileTooLarge: (name) => `${name} supera 1\u00a0MB. Divídalo en varios archivos.`,
  fileNoText: (name) => `${name} no es texto UTF-8. Guárdelo como CSV en UTF-8 y elíjalo de nuevo.`,
  fileEmpty: (name) => `${name} no contiene ninguna URL.`,
  tooMany: (most) => `Solo se usan las primeras ${number(most)}. Pegue las demás después.`,
  allowance: (left) =>
    plural(left, {
      one: 'Puede crear # enlace más este mes.',
      many: 'Puede crear # de enlaces más este mes.',
      other: 'Puede crear # enlaces más este mes.',
    }),
  create: (n) => plural(n, { one: 'Crear # enlace', many: 'Crear # de enlaces', other: 'Crear # enlaces' }),
  columns: { row: 'Línea', url: 'Destino', slug: 'Slug', title: 'Título', tags: 'Etiquetas', state: 'Resultado' },
  state: { ready: 'Preparada', sending: 'Creando…' },
  faults: {
    noUrl: 'Falta la URL.',
    badUrl: 'No es una URL http o https.',
    longUrl: 'La URL supera los 2048 caracteres.',
    badSlug: 'Solo letras, cifras, - y _; primero una letra o cifra; 64 como máximo.',
    slugTwice: (row) => `La línea ${row} tiene el mismo slug.`,
    longTitle: 'El título supera los 200 caracteres.',
    manyTags: '20 etiquetas como máximo.',
    longTag: 'Una etiqueta tiene 40 caracteres como máximo.',
  },
  /** This text is used within `linkForm.draft`. */
  draft: 'lista de enlaces',
  back: 'Editar la lista',
  retry: (n) =>
    plural(n, {
      one: 'Reintentar # fila con error',
      many: 'Reintentar # de filas con error',
      other: 'Reintentar # filas con error',
    }),
  done: (made, failed) => {
    const created = plural(made, { one: '# enlace creado', many: '# de enlaces creados', other: '# enlaces creados' });
    return failed === 0 ? created : `${created}, ${plural(failed, { one: '# con error', other: '# con errores' })}`;
  },
  creating: (done, all) => `${done} de ${all}`,
  creatingLabel: 'Creando enlaces',
  copyAll: 'Copiar URL cortas',
  downloadCsv: 'Descargar CSV',
  stopped: 'Detenido',
  empty: 'Pegue URL para ver aquí cada enlace antes de crearlo.',
  more: (n) => plural(n, { one: 'y # fila más', many: 'y # de filas más', other: 'y # filas más' }),
};
