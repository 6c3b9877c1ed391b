/** Spanish strings for the export. */
import type { Text } from '../text.ts';

export const exportWords: Text['export'] = {
  title: 'Exportar',
  note: 'Descargue contactos como archivo para una hoja de cálculo, otra aplicación o su archivo.',
  download: 'Descargar',
  started: (contacts, format) =>
    `La descarga ha empezado: ${contacts} como contacts.${format}. Su navegador muestra el progreso; puede seguir trabajando aquí.`,
  all: (contacts) => `Todo: ${contacts}`,
  noMatch: 'Ningún contacto coincide con el filtro. No hay nada que descargar.',
  none: 'Aún no hay nada que exportar',
  noneNote: 'No hay contactos.',
  formatTitle: 'Formato',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'Para hojas de cálculo. Los valores que parecen fórmulas llevan un apóstrofo delante.',
    jsonl: 'Para aplicaciones. Un registro JSON por línea.',
  },
  columnsTitle: 'Columnas',
  chosen: (n, all) => `${n} de ${all}`,
  allColumns: 'Todas las columnas',
  usualColumns: 'Columnas habituales',
  leftOut: 'Omitidas',
  noColumn: 'Elija al menos una columna.',
  up: (name) => `Subir ${name}`,
  down: (name) => `Bajar ${name}`,
};
