/** Brazilian Portuguese strings for jobs. */
import { number, plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

const doing: Record<string, string> = {
  add_tags: 'Adicionando tags',
  remove_tags: 'Removendo tags',
  add_lists: 'Adicionando a listas',
  remove_lists: 'Removendo de listas',
  set_status: 'Alterando o status',
  set_field: 'Alterando o campo',
  add_points: 'Adicionando pontos',
  delete: 'Excluindo',
};

export const jobs: Text['jobs'] = {
  title: 'Tarefas',
  note: 'Alterações em muitos contatos de uma vez. As tarefas são mantidas por 90 dias.',
  job: 'Tarefa',
  status: 'Status',
  progress: 'Contatos',
  created: 'Criada',
  statuses: {
    queued: 'Na fila',
    running: 'Em andamento',
    done: 'Concluída',
    cancelled: 'Cancelada',
    failed: 'Falhou',
  },
  actions: {
    add_tags: 'Adicionar tags',
    remove_tags: 'Remover tags',
    add_lists: 'Adicionar a listas',
    remove_lists: 'Remover de listas',
    set_status: 'Alterar status',
    set_field: 'Alterar campo',
    add_points: 'Adicionar pontos',
    delete: 'Excluir',
  },
  failures: (n) => `${number(n)} com erro`,
  doneOf: (done, all) => `${done} de ${all}`,
  none: 'Nenhuma tarefa ainda',
  noneNote: 'Selecione vários contatos na lista para alterá-los de uma vez.',
  cancel: 'Cancelar tarefa',
  cancelJob: (id) => `Cancelar a tarefa ${id}`,
  cancelTitle: 'Cancelar esta tarefa?',
  cancelNote: 'Os contatos já alterados continuam alterados.',
  doing: (action) => `${doing[action] ?? action.replaceAll('_', ' ')}…`,
  ended: (status, action, done, failed) => {
    if (status === 'cancelled')
      return plural(done, {
        one: 'Cancelada após # contato',
        many: 'Cancelada após # de contatos',
        other: 'Cancelada após # contatos',
      });
    const ended =
      action === 'delete'
        ? plural(done, { one: '# contato excluído', many: '# de contatos excluídos', other: '# contatos excluídos' })
        : plural(done, {
            one: '# contato atualizado',
            many: '# de contatos atualizados',
            other: '# contatos atualizados',
          });
    return failed > 0 ? `${ended}, ${number(failed)} com erro` : ended;
  },
};
