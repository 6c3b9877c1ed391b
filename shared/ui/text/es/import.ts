/** Spanish strings for imports. Each application adds the names of the objects that it imports. */

import type { ImportWords } from '../en/import.ts';
import type { AnyText, ReadFile } from '../shape.ts';
import { number, plural } from './ui.ts';

/** The names of the objects are masculine in both applications. */
type Names = {
  one: string;
  many: string;
  note: string;
  files: string;
  formats: Record<string, string>;
  /** The objects that an undo keeps, with their article. */
  left: string;
};
type Taken = ImportWords['taken'];

const delimiters: Record<string, string> = {
  ',': 'comas',
  ';': 'puntos y comas',
  '\t': 'tabulaciones',
  '|': 'barras verticales',
};
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

const rowsOf = (n: number) => plural(n, { one: '# fila', many: '# de filas', other: '# filas' });
const objectsOf = (n: number, { one, many }: Names) =>
  plural(n, { one: `# ${one}`, many: `# de ${many}`, other: `# ${many}` });

/** Describes the file, such as "66 filas · CSV con comas, UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const rows = total === null ? '' : rowsOf(total);
  if (!fileForm) return rows;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'volcado SQL' : kind.toUpperCase();
  const parts = [
    ...(files > 1 ? [plural(files, { one: '# archivo', many: '# de archivos', other: '# archivos' })] : []),
    delimiter === null ? form : `${form} con ${delimiters[delimiter] ?? delimiter}`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${rows} · ${parts.join(', ')}`;
}

export const importWords = (title: string, names: Names, taken: Taken): AnyText<ImportWords> => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `Mostrar estos ${names.many}`,
  note: names.note,
  formats: { auto: 'Detectar', ...names.formats, csv: 'Otra tabla' },
  taken,
  counted: (n) => objectsOf(n, names),
  file: {
    title: 'Archivo para importar',
    choose: 'Elegir archivo',
    drop: 'o suéltelo en cualquier parte de esta página',
    kinds: `${names.files}, hasta 1\u00a0GB. No se crea nada hasta que inicie la importación.`,
    systems: Object.values(names.formats),
    recognised: 'Se reconocen automáticamente',
    others: 'cualquier tabla con fila de encabezado',
    tooLarge: (name) => `${name} supera 1\u00a0GB. Divídalo en varios archivos.`,
    empty: (name) => `${name} está vacío.`,
    sending: (name) => `Enviando ${name}`,
    sent: (sent, all) => `${sent} de ${all}`,
    stay: 'Mantenga esta página abierta hasta que se envíe el archivo. Después, la importación continúa sola.',
    cancelled: 'Se ha cancelado la subida',
  },
  mapping: {
    title: 'Columnas',
    note: `Elija a qué campo del ${names.one} corresponde cada columna.`,
    fieldOf: (column) => `Campo para ${column}`,
    leaveOut: 'Omitir',
    newFields: (n) => plural(n, { one: 'Crear # campo', many: 'Crear # de campos', other: 'Crear # campos' }),
    newFieldsNote: 'O convierta cada columna omitida en un campo del tipo adecuado para sus celdas.',
    preview: (n) =>
      plural(n, {
        one: 'Vista previa de # fila',
        many: 'Vista previa de # de filas',
        other: 'Vista previa de # filas',
      }),
    row: 'Fila',
    leftOut: 'Omitida',
  },
});

const common = {
  actors: {
    session: 'un miembro',
    api_key: 'una clave de API',
    operator: 'un operador',
    system: 'el servicio',
  } as Record<string, string>,
  rows: rowsOf,
  steps: { label: 'Pasos', file: 'Archivo', check: 'Comprobación', import: 'Importación' },
  notAllowed: 'Aquí no puede importar',
  format: 'Formato',
  found: (rows: number | null) => (rows === null ? 'Contando filas' : rowsOf(rows)),
  fileForm: formOf,
  domains: {
    title: 'Dominios',
    note: 'El archivo contiene hosts que no son dominios de este espacio de trabajo.',
    all: 'Adónde van los enlaces de todos los hosts',
    allLabel: 'Todos los hosts',
    various: 'Elegido para cada host',
    where: (host: string) => `Adónde van los enlaces de ${host}`,
    nowhereLabel: 'No importar',
  },
  check: 'Comprobar de nuevo',
  checking: 'Comprobando el archivo',
  start: (n: number) => plural(n, { one: 'Importar # fila', many: 'Importar # de filas', other: 'Importar # filas' }),
  ready: (possible: number, all: number) =>
    possible === 0
      ? 'Todavía no se puede importar ninguna fila. Revise los motivos y las columnas.'
      : `Filas que se pueden importar: ${number(possible)} de ${number(all)}.`,
  changed: 'Ha cambiado las columnas o las opciones. Compruebe de nuevo antes de empezar.',
  progress: {
    title: 'Importando',
    undoing: 'Deshaciendo la importación',
    label: 'Progreso',
    of: (done: string, all: string) => `${done} de ${all} filas`,
    waiting: 'A la espera de empezar',
    away: 'Puede cerrar esta página. La importación continúa y su progreso aparece en Importaciones anteriores.',
    paused: 'En pausa. No ocurre nada hasta que reanude la importación.',
  },
  acts: {
    pause: 'Pausar',
    resume: 'Reanudar',
    cancel: 'Cancelar importación',
    undo: 'Deshacer importación',
    another: 'Importar otro archivo',
  },
  /** Toasts for the end of an import. */
  news: {
    done: 'La importación ha terminado.',
    checked: 'La comprobación ha terminado.',
    cancelled: 'La importación se ha cancelado.',
    failed: 'La importación ha fallado.',
  },
  past: {
    title: 'Importaciones anteriores',
    none: 'Aún no hay importaciones',
    noneNote: 'Los archivos importados aparecen aquí con sus informes durante 30 días.',
    file: 'Archivo',
    status: 'Estado',
    rows: 'Filas',
    made: 'Creados',
    when: 'Inicio',
    /** Either argument can be empty if it is unknown. */
    by: (format: string, actor: string) =>
      [format, actor && `${format ? 'por' : 'Por'} ${actor}`].filter(Boolean).join(', '),
    open: 'Abrir',
    more: 'Mostrar más',
  },
  statuses: {
    queued: 'En cola',
    reading: 'Leyendo',
    running: 'En curso',
    paused: 'En pausa',
    done: 'Terminada',
    cancelled: 'Cancelada',
    failed: 'Fallida',
  },
  checked: 'Comprobada',
  undone: 'Deshecha',
};

const outcomeWords = (names: Names) => ({
  outcome: {
    dry: 'Lo que haría la importación',
    real: 'Lo que hizo la importación',
    created: { dry: 'Nuevos', real: 'Creados' },
    changedOnes: { dry: 'Por cambiar', real: 'Cambiados' },
    skipped: { dry: 'Por omitir', real: 'Omitidos' },
    failed: { dry: 'No importables', real: 'Con error' },
    notes: 'Lo que no se puede trasladar',
    failures: (n: number) =>
      plural(n, {
        one: 'Descargar # fila con error',
        many: 'Descargar # de filas con error',
        other: 'Descargar # filas con error',
      }),
    report: 'Descargar el informe',
    downloadNote: 'Archivos CSV con las columnas originales y el motivo en la columna «error».',
  },
  reasons: {
    failed: 'Por qué fallan las filas',
    skipped: 'Por qué se omiten las filas',
    changed: 'Por qué cambian algo las filas',
    kept: `Por qué se conservan los ${names.many}`,
    others: 'Otros motivos',
    first: (shown: string, all: string) =>
      `Las primeras ${shown} de ${all} filas. Descargue el archivo para verlas todas.`,
    rowsOf: (reason: string) => `Filas: ${reason}`,
  },
  allowance: (needed: number, left: number) =>
    `Usa ${number(needed)} de los ${names.many} nuevos que quedan este mes (${number(left)}).`,
  beyond: (needed: number, left: number) =>
    `Necesita ${objectsOf(needed, names)}; este mes solo ${plural(left, { one: 'queda #', other: 'quedan #' })}. Las filas que los superen fallan.`,
});

const undoWords = (names: Names) => ({
  cancel: {
    title: '¿Cancelar esta importación?',
    note: (made: number) =>
      `Creados o cambiados hasta ahora: ${objectsOf(made, names)}. Se conservan; después puede deshacerlo.`,
    check: 'No se ha creado ni cambiado nada.',
  },
  undo: {
    title: '¿Deshacer esta importación?',
    deleted: (n: number) => `Se eliminan los ${names.many} que creó la importación: ${number(n)}.`,
    restored: (n: number) => `Se restauran los ${names.many} que cambió la importación: ${number(n)}.`,
    kept: `Los ${names.many} que se cambiaron después de la importación se quedan como están. El informe los enumera.`,
    left: `${names.left} que creó la importación se conservan.`,
    until: (when: string) => `Puede deshacer la importación hasta el ${when}.`,
    done: (deleted: number, restored: number, kept: number) =>
      [
        `Eliminados: ${objectsOf(deleted, names)}`,
        `restaurados: ${number(restored)}`,
        ...(kept > 0 ? [`conservados: ${number(kept)}`] : []),
      ]
        .join(', ')
        .concat('.'),
    keptTitle: 'Lo que se ha conservado al deshacer',
    keptNote: 'Un archivo CSV que enumera cada uno con el motivo.',
    keptRows: (n: number) =>
      plural(n, {
        one: 'Descargar # fila conservada',
        many: 'Descargar # de filas conservadas',
        other: 'Descargar # filas conservadas',
      }),
  },
  remove: {
    action: 'Eliminar registro',
    title: '¿Eliminar el registro de esta importación?',
    note: `Se eliminan el archivo y el informe. Los ${names.many} se conservan y la importación ya no se puede deshacer.`,
    done: 'Se ha eliminado el registro',
  },
});
