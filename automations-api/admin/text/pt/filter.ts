/** Brazilian Portuguese strings for filters and their conditions. */
import { allOf, anyOf, plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const filter: Text['filter'] = {
  title: 'Filtros',
  add: 'Adicionar condição',
  all: 'Todos os contatos (sem condições)',
  clear: 'Limpar tudo',
  show: (contacts) => `Mostrar ${contacts}`,
  /** Label of the operator's menu. */
  howOf: (name) => `${name}: como`,
  kinds: {
    search: 'Pesquisa',
    email: 'E-mail',
    ids: 'Contatos escolhidos',
    status: 'Status',
    tag: 'Tag',
    list: 'Lista',
    segment: 'Segmento',
    country: 'País',
    state: 'Estado ou província',
    source: 'Origem',
    type: 'Tipo',
    points: 'Pontos',
    added: 'Adicionado',
    changed: 'Última alteração',
    clicked_link: 'Clicou no link',
    clicked_tag: 'Clicou em link com a tag',
    import: 'Importação',
    event: 'Evento',
    field: 'Campo',
    criterion: 'Condição de plugin',
    groups: 'Algum de vários grupos',
  },
  hows: {
    any: 'qualquer um de',
    all: 'todas',
    none: 'exceto',
    contains: 'contém',
    between: 'de – até',
    empty: 'não tem valor',
    filled: 'tem um valor',
  },
  hints: {
    search: 'Parte do e-mail, do nome ou do telefone.',
    email: 'O e-mail completo.',
    source: 'Como os contatos foram adicionados, como public_api, ou admin se adicionados manualmente.',
    added: 'Dias em UTC.',
    changed: 'Dias em UTC.',
    clicked_link: 'URLs curtas.',
    clicked_tag: 'Tags que o link tinha quando foi clicado.',
  },
  types: { lead: 'Lead', customer: 'Cliente' },
  event: {
    name: 'Qual evento',
    times: 'Mínimo de vezes',
    within: 'Em um prazo de',
    always: 'sempre, ou p. ex. 30 days',
    detail: 'Detalhe',
    operator: 'Comparação',
    value: 'Valor',
    details: 'Detalhes como JSON',
    operators: { equal: 'é', over: 'é maior que', under: 'é menor que', contains: 'contém' },
    /** `times`: undefined if once is enough. */
    says: (name, times, within, details) =>
      [
        times === '0' ? `Nunca ${name}` : `Evento ${name}`,
        times !== undefined && times !== '0' && `pelo menos ${times} vezes`,
        within && `em ${within}`,
        details && `com ${details}`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  groups: {
    title: 'Pelo menos um destes grupos',
    one: (n) => `Grupo ${n}`,
    add: 'Adicionar grupo',
    empty: 'Nenhuma condição ainda. Grupos vazios são ignorados.',
    says: (groups) => (groups.length === 1 ? groups.join() : groups.map((one) => `(${one})`).join(' ou ')),
  },
  from: 'De',
  until: 'Até',
  /** Label of a condition's control. */
  control: (name, how) =>
    ({ any: name, all: `${name} (todas)`, none: `${name} (exceto)`, contains: `${name} contém` })[how],
  unknownField: (id) => `Campo ${id}`,
  says: {
    any: (name, values) => `${name}: ${anyOf(values)}`,
    all: (name, values) => `${name}: ${allOf(values)}`,
    none: (name, values) => `${name}: exceto ${values.join(', ')}`,
    contains: (name, [value]) => `${name} contém ${value}`,
    between: (name, [from, until]) => [name, from && `de ${from}`, until && `até ${until}`].filter(Boolean).join(' '),
    empty: (name) => `${name} não tem valor`,
    filled: (name) => `${name} tem um valor`,
  },
  chosen: (n) => plural(n, { one: '# contato', many: '# de contatos', other: '# contatos' }),
  everybody: 'Todos os contatos',
};
