/** Brazilian Portuguese strings for imports. Each application adds the names of the objects that it imports. */

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
  ',': 'vírgulas',
  ';': 'ponto e vírgula',
  '\t': 'tabulações',
  '|': 'barras verticais',
};
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

const rowsOf = (n: number) => plural(n, { one: '# linha', many: '# de linhas', other: '# linhas' });
const objectsOf = (n: number, { one, many }: Names) =>
  plural(n, { one: `# ${one}`, many: `# de ${many}`, other: `# ${many}` });

/** Describes the file, such as "66 linhas · CSV com vírgulas, UTF-8". */
function formOf({ total, fileForm }: ReadFile): string {
  const rows = total === null ? '' : rowsOf(total);
  if (!fileForm) return rows;
  const { kind, encoding, delimiter, files } = fileForm;
  const form = kind === 'sql' ? 'dump SQL' : kind.toUpperCase();
  const parts = [
    ...(files > 1 ? [plural(files, { one: '# arquivo', many: '# de arquivos', other: '# arquivos' })] : []),
    delimiter === null ? form : `${form} com ${delimiters[delimiter] ?? delimiter}`,
    ...(encoding === null ? [] : [encodings[encoding] ?? encoding]),
  ];
  return `${rows} · ${parts.join(', ')}`;
}

export const importWords = (title: string, names: Names, taken: Taken): AnyText<ImportWords> => ({
  ...common,
  ...outcomeWords(names),
  ...undoWords(names),
  title,
  showItems: `Mostrar estes ${names.many}`,
  note: names.note,
  formats: { auto: 'Detectar', ...names.formats, csv: 'Outra tabela' },
  taken,
  counted: (n) => objectsOf(n, names),
  file: {
    title: 'Arquivo para importar',
    choose: 'Escolher arquivo',
    drop: 'ou solte um em qualquer parte desta página',
    kinds: `${names.files}, até 1\u00a0GB. Nada é criado até você iniciar a importação.`,
    systems: Object.values(names.formats),
    recognised: 'Reconhecidos automaticamente',
    others: 'qualquer tabela com linha de cabeçalho',
    tooLarge: (name) => `${name} tem mais de 1\u00a0GB. Divida-o em vários arquivos.`,
    empty: (name) => `${name} está vazio.`,
    sending: (name) => `Enviando ${name}`,
    sent: (sent, all) => `${sent} de ${all}`,
    stay: 'Mantenha esta página aberta até o arquivo ser enviado. Depois, a importação continua sozinha.',
    cancelled: 'Envio cancelado',
  },
  mapping: {
    title: 'Colunas',
    note: `Escolha a que campo do ${names.one} corresponde cada coluna.`,
    fieldOf: (column) => `Campo para ${column}`,
    leaveOut: 'Ignorar',
    newFields: (n) => plural(n, { one: 'Criar # campo', many: 'Criar # de campos', other: 'Criar # campos' }),
    newFieldsNote: 'Ou transforme cada coluna ignorada em um campo do tipo adequado às suas células.',
    preview: (n) => plural(n, { one: 'Prévia de # linha', many: 'Prévia de # de linhas', other: 'Prévia de # linhas' }),
    row: 'Linha',
    leftOut: 'Ignorada',
  },
});

const common = {
  actors: {
    session: 'um membro',
    api_key: 'uma chave de API',
    operator: 'um operador',
    system: 'o serviço',
  } as Record<string, string>,
  rows: rowsOf,
  steps: { label: 'Etapas', file: 'Arquivo', check: 'Verificação', import: 'Importação' },
  notAllowed: 'Você não pode importar aqui',
  format: 'Formato',
  found: (rows: number | null) => (rows === null ? 'Contando linhas' : rowsOf(rows)),
  fileForm: formOf,
  domains: {
    title: 'Domínios',
    note: 'O arquivo tem hosts que não são domínios deste espaço de trabalho.',
    all: 'Para onde vão os links de todos os hosts',
    allLabel: 'Todos os hosts',
    various: 'Escolhido para cada host',
    where: (host: string) => `Para onde vão os links de ${host}`,
    nowhereLabel: 'Não importar',
  },
  check: 'Verificar novamente',
  checking: 'Verificando o arquivo',
  start: (n: number) =>
    plural(n, { one: 'Importar # linha', many: 'Importar # de linhas', other: 'Importar # linhas' }),
  ready: (possible: number, all: number) =>
    possible === 0
      ? 'Nenhuma linha pode ser importada ainda. Verifique os motivos e as colunas.'
      : `Linhas que podem ser importadas: ${number(possible)} de ${number(all)}.`,
  changed: 'Você alterou as colunas ou as opções. Verifique novamente antes de iniciar.',
  progress: {
    title: 'Importando',
    undoing: 'Desfazendo a importação',
    label: 'Progresso',
    of: (done: string, all: string) => `${done} de ${all} linhas`,
    waiting: 'Aguardando para iniciar',
    away: 'Você pode fechar esta página. A importação continua, e Importações anteriores mostra o progresso.',
    paused: 'Em pausa. Nada acontece até você retomar a importação.',
  },
  acts: {
    pause: 'Pausar',
    resume: 'Retomar',
    cancel: 'Cancelar importação',
    undo: 'Desfazer importação',
    another: 'Importar outro arquivo',
  },
  /** Toasts for the end of an import. */
  news: {
    done: 'A importação terminou.',
    checked: 'A verificação terminou.',
    cancelled: 'A importação foi cancelada.',
    failed: 'A importação falhou.',
  },
  past: {
    title: 'Importações anteriores',
    none: 'Nenhuma importação ainda',
    noneNote: 'Os arquivos importados aparecem aqui com seus relatórios por 30 dias.',
    file: 'Arquivo',
    status: 'Status',
    rows: 'Linhas',
    made: 'Criados',
    when: 'Início',
    /** Either argument can be empty if it is unknown. */
    by: (format: string, actor: string) =>
      [format, actor && `${format ? 'por' : 'Por'} ${actor}`].filter(Boolean).join(', '),
    open: 'Abrir',
    more: 'Mostrar mais',
  },
  statuses: {
    queued: 'Na fila',
    reading: 'Lendo',
    running: 'Em andamento',
    paused: 'Em pausa',
    done: 'Concluída',
    cancelled: 'Cancelada',
    failed: 'Falhou',
  },
  checked: 'Verificada',
  undone: 'Desfeita',
};

const outcomeWords = (names: Names) => ({
  outcome: {
    dry: 'O que a importação faria',
    real: 'O que a importação fez',
    created: { dry: 'Novos', real: 'Criados' },
    changedOnes: { dry: 'A alterar', real: 'Alterados' },
    skipped: { dry: 'A pular', real: 'Pulados' },
    failed: { dry: 'Não importáveis', real: 'Com erro' },
    notes: 'O que não pode ser transferido',
    failures: (n: number) =>
      plural(n, {
        one: 'Baixar # linha com erro',
        many: 'Baixar # de linhas com erro',
        other: 'Baixar # linhas com erro',
      }),
    report: 'Baixar o relatório',
    downloadNote: 'Arquivos CSV com as colunas originais e o motivo na coluna “error”.',
  },
  reasons: {
    failed: 'Por que as linhas falham',
    skipped: 'Por que as linhas são puladas',
    changed: 'Por que as linhas alteram algo',
    kept: `Por que os ${names.many} permanecem`,
    others: 'Outros motivos',
    first: (shown: string, all: string) => `As primeiras ${shown} de ${all} linhas. Baixe o arquivo para ver todas.`,
    rowsOf: (reason: string) => `Linhas: ${reason}`,
  },
  allowance: (needed: number, left: number) =>
    `Usa ${number(needed)} dos novos ${names.many} que restam neste mês (${number(left)}).`,
  beyond: (needed: number, left: number) =>
    `Precisa de ${objectsOf(needed, names)}, mas ${plural(left, { one: 'resta # neste mês', other: 'restam # neste mês' })}. As linhas além disso falham.`,
});

const undoWords = (names: Names) => ({
  cancel: {
    title: 'Cancelar esta importação?',
    note: (made: number) =>
      `Criados ou alterados até agora: ${objectsOf(made, names)}. Eles permanecem; depois você pode desfazer isso.`,
    check: 'Nada foi criado nem alterado.',
  },
  undo: {
    title: 'Desfazer esta importação?',
    deleted: (n: number) => `Os ${names.many} que a importação criou são excluídos: ${number(n)}.`,
    restored: (n: number) => `Os ${names.many} que a importação alterou são restaurados: ${number(n)}.`,
    kept: `Os ${names.many} alterados depois da importação ficam como estão. O relatório mostra quais.`,
    left: `${names.left} que a importação criou permanecem.`,
    until: (when: string) => `Você pode desfazer a importação até ${when}.`,
    done: (deleted: number, restored: number, kept: number) =>
      [
        `Excluídos: ${objectsOf(deleted, names)}`,
        `restaurados: ${number(restored)}`,
        ...(kept > 0 ? [`mantidos: ${number(kept)}`] : []),
      ]
        .join(', ')
        .concat('.'),
    keptTitle: 'O que foi mantido ao desfazer',
    keptNote: 'Um arquivo CSV que lista cada um com o motivo.',
    keptRows: (n: number) =>
      plural(n, {
        one: 'Baixar # linha mantida',
        many: 'Baixar # de linhas mantidas',
        other: 'Baixar # linhas mantidas',
      }),
  },
  remove: {
    action: 'Excluir registro',
    title: 'Excluir o registro desta importação?',
    note: `O arquivo e o relatório são excluídos. Os ${names.many} permanecem, e a importação não pode mais ser desfeita.`,
    done: 'Registro excluído',
  },
});
