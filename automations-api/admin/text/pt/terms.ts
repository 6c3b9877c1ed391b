/** Brazilian Portuguese strings for tags and lists. */
import { anyOf, plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

const deleteUsed = 'Em uso aqui, onde vai haver menos contatos ou menos efeito:';

export const terms: Text['terms'] = {
  name: 'Nome',
  nameHint: 'Para várias, coloque uma por linha com Shift+Enter.',
  contacts: 'Contatos',
  created: 'Criação',
  open: 'Mostrar contatos',
  select: 'Selecionar a linha',
  renamed: (name) => `Agora se chama ${name}`,
  renameTitle: (name) => `Renomear ${name}`,
  merge: 'Mesclar',
  keep: 'Manter',
  withContacts: (name, contacts) =>
    `${name} (${plural(contacts, { one: '# contato', many: '# de contatos', other: '# contatos' })})`,
  mergeRest: 'Segmentos e regras que usam uma delas passam a usar a mantida. Esta ação não pode ser desfeita.',
  tag: {
    title: 'Tags',
    one: 'Tag',
    search: 'Pesquisar tags',
    add: 'Adicionar tag',
    added: (name) => `Tag ${name} adicionada`,
    addedMany: (added, existing) => {
      const news = plural(added, {
        one: '# tag adicionada',
        many: '# de tags adicionadas',
        other: '# tags adicionadas',
      });
      return existing > 0 ? `${news}; ${plural(existing, { one: '# já existia', other: '# já existiam' })}` : news;
    },
    none: 'Nenhuma tag ainda',
    noneNote: 'As tags descrevem contatos: clientes, convidados de um evento, pedidos de teste.',
    noneFound: 'Nenhuma tag corresponde',
    mergeTitle: (n) => plural(n, { one: 'Mesclar # tag', many: 'Mesclar # de tags', other: 'Mesclar # tags' }),
    mergeNote: (kept, merged, contacts) => {
      const names = anyOf(merged);
      const moved =
        contacts === undefined
          ? `Todos os contatos com ${names} recebem ${kept} no lugar.`
          : plural(contacts, {
              one: `# contato com ${names} recebe ${kept} no lugar.`,
              many: `# de contatos com ${names} recebem ${kept} no lugar.`,
              other: `# contatos com ${names} recebem ${kept} no lugar.`,
            });
      return `${moved} ${merged.length === 1 ? 'Essa tag é excluída.' : 'Essas tags são excluídas.'}`;
    },
    merged: (n, kept) =>
      plural(n, {
        one: `# tag mesclada em ${kept}`,
        many: `# de tags mescladas em ${kept}`,
        other: `# tags mescladas em ${kept}`,
      }),
    deleteTitle: (name) => `Excluir a tag ${name}?`,
    deleteMany: (n) => plural(n, { one: 'Excluir # tag?', many: 'Excluir # de tags?', other: 'Excluir # tags?' }),
    deleteNote: (contacts, tags) => {
      const object = tags === 1 ? 'a' : 'as';
      const lost =
        contacts === 0
          ? `Nenhum contato ${object} tem.`
          : plural(contacts, {
              one: `# contato ${object} perde.`,
              many: `# de contatos ${object} perdem.`,
              other: `# contatos ${object} perdem.`,
            });
      return `${lost} Esta ação não pode ser desfeita.`;
    },
    deleteUsed,
    deleted: (name) => `Tag ${name} excluída`,
    deletedMany: (n) => plural(n, { one: '# tag excluída', many: '# de tags excluídas', other: '# tags excluídas' }),
  },
  list: {
    title: 'Listas',
    one: 'Lista',
    search: 'Pesquisar listas',
    add: 'Adicionar lista',
    added: (name) => `Lista ${name} adicionada`,
    addedMany: (added, existing) => {
      const news = plural(added, {
        one: '# lista adicionada',
        many: '# de listas adicionadas',
        other: '# listas adicionadas',
      });
      return existing > 0 ? `${news}; ${plural(existing, { one: '# já existia', other: '# já existiam' })}` : news;
    },
    none: 'Nenhuma lista ainda',
    noneNote: 'Uma lista é algo que os contatos pediram para receber, como uma newsletter.',
    noneFound: 'Nenhuma lista corresponde',
    mergeTitle: (n) => plural(n, { one: 'Mesclar # lista', many: 'Mesclar # de listas', other: 'Mesclar # listas' }),
    mergeNote: (kept, merged, contacts) => {
      const names = anyOf(merged);
      const moved =
        contacts === undefined
          ? `Todos os contatos de ${names} passam para ${kept}.`
          : plural(contacts, {
              one: `# contato de ${names} passa para ${kept}.`,
              many: `# de contatos de ${names} passam para ${kept}.`,
              other: `# contatos de ${names} passam para ${kept}.`,
            });
      return `${moved} ${merged.length === 1 ? 'Essa lista é excluída.' : 'Essas listas são excluídas.'}`;
    },
    merged: (n, kept) =>
      plural(n, {
        one: `# lista mesclada em ${kept}`,
        many: `# de listas mescladas em ${kept}`,
        other: `# listas mescladas em ${kept}`,
      }),
    deleteTitle: (name) => `Excluir a lista ${name}?`,
    deleteMany: (n) => plural(n, { one: 'Excluir # lista?', many: 'Excluir # de listas?', other: 'Excluir # listas?' }),
    deleteNote: (contacts, lists) => {
      const inside = lists === 1 ? 'nela' : 'nelas';
      const from = lists === 1 ? 'dela' : 'delas';
      const lost =
        contacts === 0
          ? `Nenhum contato está ${inside}.`
          : plural(contacts, {
              one: `# contato é removido ${from}.`,
              many: `# de contatos são removidos ${from}.`,
              other: `# contatos são removidos ${from}.`,
            });
      return `${lost} Esta ação não pode ser desfeita.`;
    },
    deleteUsed,
    deletePublic: 'Ela também desaparece da página de preferências de e-mail.',
    deleted: (name) => `Lista ${name} excluída`,
    deletedMany: (n) =>
      plural(n, { one: '# lista excluída', many: '# de listas excluídas', other: '# listas excluídas' }),
  },
};
