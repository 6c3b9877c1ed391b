/** Brazilian Portuguese strings for the first screen. */
import type { Text } from '../text.ts';

export const dashboard: Text['dashboard'] = {
  title: 'Painel',
  utc: 'Os dias estão em UTC.',
  overTime: 'Contatos ao longo do tempo',
  shown: 'Métrica',
  metrics: { created: 'Novos', all: 'Todos' },
  contacts: 'Contatos',
  created: 'Novos contatos',
  createdSubscribed: 'Novos inscritos',
  subscribed: 'Inscritos',
  lost: 'Cancelados ou devolvidos',
  ofAll: (share) => `${share} do total`,
  units: { created: 'novos contatos', all: 'contatos' },
  chart: (metric, interval) =>
    `${metric === 'created' ? 'Novos contatos' : 'Contatos'} por ${interval === 'day' ? 'dia' : 'mês'}`,
  byStatus: 'Por status',
  terms: {
    tag: { title: 'Por tag', all: 'Todas as tags', none: 'Nenhum contato tem uma tag ainda.' },
    list: { title: 'Por lista', all: 'Todas as listas', none: 'Nenhum contato está em uma lista ainda.' },
  },
  events: { title: 'Últimos eventos', all: 'Contatos alterados recentemente' },
  jobs: { title: 'Tarefas em andamento', all: 'Todas as tarefas', none: 'Nenhuma tarefa em andamento.' },
  webhooks: {
    title: 'Problemas de webhooks',
    all: 'Todos os webhooks',
    none: 'Nenhum problema de webhook',
    dead: (n) => (n === '1' ? '1 falha' : `${n} falhas`),
    pending: (n) => (n === '1' ? '1 pendente' : `${n} pendentes`),
  },
  first: {
    note: 'Comece em três etapas',
    contact: 'Importe seus contatos',
    contactNote: 'De outro sistema ou de uma planilha, com seus campos, tags e listas. Ou adicione um manualmente.',
    key: 'Crie uma chave de API',
    keyNote: 'Sua loja e seus formulários a usam para adicionar contatos.',
    createKey: 'Criar chave',
    sender: 'Defina o nome do remetente',
    senderNote: 'Os contatos veem este nome nos e-mails de confirmação e em suas páginas.',
    setSender: 'Definir remetente',
    hide: 'Ocultar estas etapas',
    wait: 'Os contatos aparecem aqui quando um editor adiciona um.',
  },
};
