/** Brazilian Portuguese strings for segments. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const segments: Text['segments'] = {
  title: 'Segmentos',
  note: 'Filtros salvos. Os contatos entram e saem conforme mudam.',
  name: 'Nome',
  count: 'Contatos',
  created: 'Criado',
  open: 'Mostrar contatos',
  picked: (name) => `Segmento: ${name}`,
  manage: 'Todos os segmentos',
  add: 'Novo segmento',
  conditions: 'Condições',
  counting: 'Contando…',
  meets: (n) =>
    plural(n, {
      one: '# contato corresponde agora.',
      many: '# de contatos correspondem agora.',
      other: '# contatos correspondem agora.',
    }),
  save: 'Salvar como segmento',
  saveChanges: 'Salvar alterações',
  saveAsNew: 'Salvar como novo',
  saveHint: 'Salva a pesquisa e os filtros desta lista.',
  saved: (name) => `Segmento ${name} salvo`,
  none: 'Nenhum segmento ainda',
  noneNote: 'Um segmento é um filtro salvo: os contatos entram e saem conforme mudam.',
  noneFound: 'Nenhum segmento corresponde',
  search: 'Pesquisar segmentos',
  toContacts: 'Ir para os contatos',
  usedBy: 'Usado por',
  usedByRule: (name) => `Regra ${name}`,
  edit: 'Editar filtro',
  duplicateTitle: (name) => `Duplicar ${name}`,
  keptTitle: (name) => `${name} não pode ser excluído`,
  keptNote: 'Ele está em uso. Primeiro altere:',
  deleteTitle: (name) => `Excluir o segmento ${name}?`,
  deleteNote: 'Não está em uso. Seus contatos ficam como estão. Esta ação não pode ser desfeita.',
  deleted: (name) => `Segmento ${name} excluído`,
};
