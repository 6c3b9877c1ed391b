/** Brazilian Portuguese strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/pt/keys.ts';
import type { Text } from '../text.ts';

export const restApi: Text['restApi'] = {
  ...keyWords({
    title: 'API REST',
    newKey: 'Nova chave',
    empty: 'Nenhuma chave ainda',
    emptyNote: 'Crie uma para cada app, assim você pode revogá-las separadamente.',
    name: 'Descrição',
    nameHint: 'O app que vai usá-la, como uma loja.',
    permissions: { read: 'Leitura', write: 'Leitura e escrita', full: 'Acesso total' },
    permissionHints: {
      read: 'Somente leitura',
      write: 'Adiciona e altera, não pode excluir',
      full: 'Adiciona, altera e exclui',
    },
  }),
  about: 'Chaves de API para apps que leem e alteram contatos.',
  address: 'URL da API',
  note: 'Os apps usam estas chaves para ler e alterar contatos. Uma chave é mostrada uma vez, ao ser criada.',
  unnamed: (id) => `Chave ${id}`,
};
