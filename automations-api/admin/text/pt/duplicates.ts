/** Brazilian Portuguese strings for duplicates and for merging two contacts. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const duplicates: Text['duplicates'] = {
  title: 'Duplicados',
  note: 'Contatos que podem ser a mesma pessoa. Nada é mesclado até você revisar.',
  by: 'Comparar',
  kinds: { email: 'Por e-mail', phone: 'Por telefone' },
  none: {
    email: 'Não há dois contatos com a mesma caixa de correio',
    phone: 'Não há dois contatos com o mesmo telefone',
  },
  noneNote: 'Os e-mails são comparados sem a parte depois de um +; os telefones, pelos dígitos.',
  noneYet: 'Nenhum duplicado até agora',
  noneYetNote: 'Ainda há mais contatos para comparar.',
  count: (n) => plural(n, { one: '# contato', many: '# de contatos', other: '# contatos' }),
  review: 'Revisar',
  reviewNamed: (email) => `Revisar ${email}`,
  notShown: (n) => `Mais ${n} não são mostrados.`,
  more: 'Encontrar mais',
};

export const merge: Text['merge'] = {
  title: (email) => `Mesclar com ${email}`,
  find: 'Encontre o outro contato',
  findNote: 'O contato que você escolher é mesclado com este e depois excluído.',
  note: 'Escolha os valores que deseja manter.',
  swap: 'Manter o outro contato',
  skip: 'Ir para o próximo par',
  values: 'Valores dos dois contatos',
  value: 'Valor',
  stays: (email) => `Mantido: ${email}`,
  goes: (email) => `Mesclado: ${email}`,
  choose: (name, value) => `${name}: ${value}`,
  statusNote: 'Se um deles cancelou a inscrição, o resultado fica com a inscrição cancelada.',
  joined: 'Combinado',
  joinedNote: 'Linhas do tempo, notas, e-mails, cliques e execuções de regras dos dois.',
  lost: 'Excluído',
  lostNote: (email) =>
    `${email} e os valores que você não escolher. A linha do tempo registra a mesclagem. Esta ação não pode ser desfeita.`,
  action: 'Mesclar',
  done: (email) => `${email} mesclado com este contato`,
};
