/** Brazilian Portuguese strings for creating many links. */
import { number, plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const createMany: Text['createMany'] = {
  title: 'Criar vários links',
  paste: 'URLs',
  pasteHint:
    'Uma URL por linha, ou colunas (tabulação ou vírgula): URL, slug, título, tags. Uma linha de cabeçalho pode mudar a ordem. Separe as tags com ; ou |.',
  domain: 'Domínio',
  tags: 'Tags para todos os links',
  utm: 'UTM para todos os links',
  expiry: 'Expiração para todos os links',
  rows: (n) => plural(n, { one: '# linha', many: '# de linhas', other: '# linhas' }),
  ready: (n) => plural(n, { one: '# pronta', other: '# prontas' }),
  /** `lines`: the first affected lines. */
  faulty: (n, lines) => {
    const rest = `${lines.join(', ')}${n > lines.length ? '…' : ''}`;
    return `${number(n)} com problema (${plural(n, { one: 'linha', other: 'linhas' })} ${rest})`;
  },
  file: 'Escolher arquivo',
  fileHint: 'Ou solte um aqui: CSV ou texto com uma URL por linha, até 1\u00a0MB.',
  fileTooLarge: (name) => `${name} tem mais de 1\u00a0MB. Divida-o em vários arquivos.`,
  fileNoText: (name) => `${name} não é texto UTF-8. Salve-o como CSV em UTF-8 e escolha-o novamente.`,
  fileEmpty: (name) => `${name} não contém nenhuma URL.`,
  tooMany: (most) => `Só as primeiras ${number(most)} são usadas. Cole as restantes depois.`,
  allowance: (left) =>
    plural(left, {
      one: 'Você pode criar mais # link neste mês.',
      many: 'Você pode criar mais # de links neste mês.',
      other: 'Você pode criar mais # links neste mês.',
    }),
  create: (n) => plural(n, { one: 'Criar # link', many: 'Criar # de links', other: 'Criar # links' }),
  columns: { row: 'Linha', url: 'Destino', slug: 'Slug', title: 'Título', tags: 'Tags', state: 'Resultado' },
  state: { ready: 'Pronta', sending: 'Criando…' },
  faults: {
    noUrl: 'Falta a URL.',
    badUrl: 'Não é uma URL http ou https.',
    longUrl: 'A URL tem mais de 2.048 caracteres.',
    badSlug: 'Só letras, números, - e _; começa com letra ou número; no máximo 64.',
    slugTwice: (row) => `A linha ${row} tem o mesmo slug.`,
    longTitle: 'O título tem mais de 200 caracteres.',
    manyTags: 'No máximo 20 tags.',
    longTag: 'Uma tag tem no máximo 40 caracteres.',
  },
  /** This text is used within `linkForm.draft`. */
  draft: 'lista de links',
  back: 'Editar a lista',
  retry: (n) =>
    plural(n, {
      one: 'Tentar novamente # linha com erro',
      many: 'Tentar novamente # de linhas com erro',
      other: 'Tentar novamente # linhas com erro',
    }),
  done: (made, failed) => {
    const created = plural(made, { one: '# link criado', many: '# de links criados', other: '# links criados' });
    return failed === 0 ? created : `${created}, ${number(failed)} com erro`;
  },
  creating: (done, all) => `${done} de ${all}`,
  creatingLabel: 'Criando links',
  copyAll: 'Copiar URLs curtas',
  downloadCsv: 'Baixar CSV',
  stopped: 'Interrompido',
  empty: 'Cole URLs para ver aqui cada link antes de criá-lo.',
  more: (n) => plural(n, { one: 'e mais # linha', many: 'e mais # de linhas', other: 'e mais # linhas' }),
};
