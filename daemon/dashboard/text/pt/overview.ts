/** Brazilian Portuguese strings for the overview. */
import type { Text } from '../text.ts';

export const overview: Text['overview'] = {
  title: 'Visão geral',
  newLink: 'Novo link',
  newLinks: 'Novos links',
  thisMonth: 'neste mês',
  now: 'Agora mesmo',
  nowNote: 'nos últimos 5 minutos',
  recent: 'Links recentes',
  allLinks: 'Todos os links',
  noLinks: 'Nenhum link ainda',
  link: 'Link',
  month: 'Últimos 30 dias',
  created: 'Criado',
  first: {
    note: 'Três etapas até seu primeiro clique.',
    create: 'Crie um link',
    createNote: 'Cole uma URL longa e receba uma curta para compartilhar.',
    open: 'Abra o link',
    openNote: 'Neste navegador ou no seu celular.',
    arrive: 'Veja o clique chegar',
    arriveNote: 'Ele aparece aqui assim que é registrado.',
    listening: {
      connecting: 'Conectando…',
      open: 'Aguardando. Abra o link e seu clique aparece aqui.',
      paused: 'Em pausa enquanto esta página está oculta.',
    },
    arrived: (visitor) => `Funciona. Seu primeiro clique: ${visitor || 'um visitante'}.`,
    leave: 'Mostrar a visão geral',
    empty: 'Nenhum link ainda',
    emptyNote: 'Quando um membro deste espaço de trabalho criar um, os cliques aparecem aqui.',
  },
};
