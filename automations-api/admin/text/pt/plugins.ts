/** Brazilian Portuguese strings for plugins. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const plugins: Text['plugins'] = {
  title: 'Plugins',
  about: 'Ative e desative partes do serviço.',
  note: 'As alterações entram em vigor em alguns segundos.',
  plugin: 'Plugin',
  state: 'Status',
  version: 'Versão',
  tables: 'Tabelas',
  jobs: 'Tarefas agendadas',
  job: ({ name, every_seconds: seconds, at }) =>
    seconds === null
      ? `${name} às ${at} UTC`
      : plural(seconds, {
          one: `${name} a cada # segundo`,
          many: `${name} a cada # de segundos`,
          other: `${name} a cada # segundos`,
        }),
  active: 'Ativo',
  inactive: 'Inativo',
  broken: 'Não está funcionando',
  faultOf: (name) => `${name} não pode ser executado`,
  needed: 'Obrigatório',
  activate: 'Ativar',
  deactivate: 'Desativar',
  neededNote: 'Este aplicativo precisa dele. Desative-o com a CLI.',
  activated: (name) => `Plugin ${name} ativado`,
  deactivated: (name) => `Plugin ${name} desativado`,
  deactivateTitle: (name) => `Desativar ${name}?`,
  stops: 'Suas rotas e tarefas em segundo plano param em alguns segundos. Seus dados permanecem.',
  keeps: (n) =>
    plural(n, { one: '# tabela permanece', many: '# de tabelas permanecem', other: '# tabelas permanecem' }),
  automationsStops:
    'Isso interrompe a automação de contatos. A API REST deixa de responder, os contatos não podem cancelar a inscrição pelos links nos e-mails, e regras, webhooks, e-mails e tarefas ficam em pausa até você ativá-lo de novo.',
  reloadTitle: (name) => `${name} foi alterado`,
  reloadNote: 'Recarregue esta página em alguns segundos para atualizar todas as telas.',
  reload: 'Recarregar',
};
