/** Brazilian Portuguese strings for tags. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const tags: Text['tags'] = {
  title: 'Tags',
  tag: 'Tag',
  links: 'Links',
  search: 'Pesquisar tags',
  none: 'Nenhuma tag ainda',
  noneNote: 'As tags agrupam links. Dê uma a um link ao criá-lo ou editá-lo.',
  toLinks: 'Ir para os links',
  noneFound: 'Nenhuma tag corresponde',
  showLinks: 'Mostrar links',
  analytics: 'Estatísticas',
  rename: 'Renomear ou mesclar',
  renameTitle: (tag) => `Renomear ${tag}`,
  renameHint:
    'Se você usar o nome de outra tag, as duas são mescladas. Uma página compartilhada mantém sua URL, a menos que as tags sejam mescladas.',
  name: 'Nome',
  renamed: (from, to) => `${from} agora se chama ${to}`,
  deleteTitle: (tag) => `Excluir ${tag}?`,
  deleteNote: (links) =>
    `${plural(links, { one: 'Ela é removida de # link.', many: 'Ela é removida de # de links.', other: 'Ela é removida de # links.' })} Os links permanecem. A página compartilhada da tag deixa de funcionar. Esta ação não pode ser desfeita.`,
  deleted: (tag) => `Tag ${tag} excluída`,
};
