/** Brazilian Portuguese strings for the list of contacts. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const contacts: Text['contacts'] = {
  title: 'Contatos',
  search: 'Pesquisar contatos',
  add: 'Adicionar contato',
  customFields: 'Campos personalizados',
  added: (email) => `Contato ${email} adicionado`,
  saved: (email) => `Contato ${email} salvo`,
  export: 'Exportar',
  exportThese: 'Exportar estes',
  open: 'Abrir',
  edit: 'Status, tags e listas',
  editTitle: (email) => `Status, tags e listas de ${email}`,
  deleteTitle: (name) => `Excluir ${name}?`,
  deleteNote: 'Exclui o contato com todos os seus dados. Esta ação não pode ser desfeita.',
  deleted: (email) => `Contato ${email} excluído`,
  none: 'Nenhum contato corresponde',
  clearFilters: 'Limpar pesquisa e filtros',
  empty: 'Nenhum contato ainda',
  emptyNote: 'Importe-os, adicione um aqui ou deixe que sua loja e seus formulários os adicionem pela API REST.',
  columns: {
    contact: 'Contato',
    place: 'Local',
    changed: 'Última alteração',
    added: 'Adicionado',
  },
  types: { lead: 'Lead', customer: 'Cliente' },
  rowsAPage: (n) =>
    plural(n, { one: '# linha por página', many: '# de linhas por página', other: '# linhas por página' }),
  addFirst: 'Adicionar um contato',
  importFirst: 'Importar contatos',
  merge: 'Mesclar com…',
  editTags: (email) => `Editar as tags de ${email}`,
  tagsOf: (email) => `Tags de ${email}`,
  status: {
    menu: (email, status) => `Status de ${email}: ${status}`,
    changed: (email, status) => `Novo status de ${email}: ${status.toLowerCase()}`,
    resubscribe: 'Inscrever novamente',
    resubscribeTitle: (email) => `Inscrever ${email} novamente?`,
    resubscribeNote: (status) =>
      `Este contato não quer mais receber e-mails (${status.toLowerCase()}). Continue só se ele os pediu de novo.`,
  },
  sorts: {
    creation_date: 'data de adição',
    last_modified: 'última alteração',
    f_name: 'nome',
    l_name: 'sobrenome',
    email: 'e-mail',
  },
  fields: {
    email: 'E-mail',
    f_name: 'Nome',
    l_name: 'Sobrenome',
    contact_no: 'Telefone',
    country: 'País',
    state: 'Estado ou província',
    timezone: 'Fuso horário',
    type: 'Tipo',
    source: 'Origem',
    points: 'Pontos',
    status: 'Status',
    tags: 'Tags',
    lists: 'Listas',
  },
  many: {
    tags: 'Tags',
    lists: 'Listas',
    status: 'Status',
    field: 'Campo',
    fieldTitle: (n) =>
      plural(n, { one: 'Campo de # contato', many: 'Campo de # de contatos', other: 'Campo de # contatos' }),
    emptyClears: 'Deixe vazio para limpar o campo.',
    resubscribe: 'Incluir inscrições canceladas e reclamações',
    resubscribeHint: 'Caso contrário, os contatos que cancelaram a inscrição mantêm seu status.',
    tooMany: (n) =>
      `${plural(n, { one: 'Você pode selecionar no máximo # contato individualmente.', many: 'Você pode selecionar no máximo # de contatos um a um.', other: 'Você pode selecionar no máximo # contatos um a um.' })} Para mais, selecione todos os que correspondem a um filtro.`,
    how: 'Ação',
    hows: { add: 'Adicionar', remove: 'Remover' },
    statusTitle: (n) =>
      plural(n, { one: 'Status de # contato', many: 'Status de # de contatos', other: 'Status de # contatos' }),
    termsTitle: (what, n) =>
      what === 'tags'
        ? plural(n, { one: 'Tags de # contato', many: 'Tags de # de contatos', other: 'Tags de # contatos' })
        : plural(n, { one: 'Listas de # contato', many: 'Listas de # de contatos', other: 'Listas de # contatos' }),
    deleteTitle: (n) =>
      plural(n, { one: 'Excluir # contato?', many: 'Excluir # de contatos?', other: 'Excluir # contatos?' }),
    deleteNote: (n) =>
      n === 1
        ? 'Exclui o contato com todos os seus dados. Esta ação não pode ser desfeita.'
        : 'Exclui os contatos com todos os seus dados. Esta ação não pode ser desfeita.',
  },
  keys: {
    next: 'Próxima linha',
    before: 'Linha anterior',
    select: 'Selecionar a linha',
    edit: 'Status, tags e listas da linha',
    clear: 'Limpar a seleção',
  },
};
