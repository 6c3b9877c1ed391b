/** Brazilian Portuguese strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/pt/keys.ts';
import type { Text } from '../text.ts';

export const apiKeys: Text['apiKeys'] = {
  ...keyWords({
    title: 'Chaves de API',
    newKey: 'Nova chave de API',
    empty: 'Nenhuma chave de API ainda',
    emptyNote: 'Uma chave permite que um app crie links e leia seus cliques. Dê a cada app a sua.',
    name: 'Nome',
    nameHint: 'O app que vai usá-la, como “Site” ou “Relatórios”.',
    permissions: { read: 'Leitura', write: 'Leitura e escrita', admin: 'Acesso total' },
    permissionHints: {
      read: 'Lê links, tags e estatísticas.',
      write: 'Também cria, altera e exclui links.',
      admin: 'Também gerencia domínios, membros, chaves de API, webhooks e faturamento.',
    },
  }),
  about: 'Chaves com que os apps chamam a API.',
  note: 'Permita que apps criem e leiam links. Quem tiver uma chave pode usar suas permissões.',
  noteOwn: 'As chaves que você criou. Os administradores veem todas.',
  notYours: 'Leitores não têm chaves de API',
  notYoursNote: 'Peça a um administrador deste espaço de trabalho que lhe dê a função de membro.',
  you: 'Você',
  previousMember: 'Membro removido',
};
