/** Brazilian Portuguese strings for the export. */
import type { Text } from '../text.ts';

export const exportWords: Text['export'] = {
  title: 'Exportar',
  note: 'Baixe contatos como arquivo para uma planilha, outro app ou seus registros.',
  download: 'Baixar',
  started: (contacts, format) =>
    `O download começou: ${contacts} como contacts.${format}. Seu navegador mostra o progresso; você pode continuar trabalhando aqui.`,
  all: (contacts) => `Tudo: ${contacts}`,
  noMatch: 'Nenhum contato corresponde ao filtro. Não há nada para baixar.',
  none: 'Nada para exportar ainda',
  noneNote: 'Não há contatos.',
  formatTitle: 'Formato',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'Para planilhas. Valores que parecem fórmulas recebem um apóstrofo no início.',
    jsonl: 'Para apps. Um registro JSON por linha.',
  },
  columnsTitle: 'Colunas',
  chosen: (n, all) => `${n} de ${all}`,
  allColumns: 'Todas as colunas',
  usualColumns: 'Colunas usuais',
  leftOut: 'Não incluídas',
  noColumn: 'Escolha pelo menos uma coluna.',
  up: (name) => `Mover ${name} para cima`,
  down: (name) => `Mover ${name} para baixo`,
};
