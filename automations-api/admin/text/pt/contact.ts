/** Brazilian Portuguese strings for one contact. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const contact: Text['contact'] = {
  title: 'Contato',
  details: 'Detalhes',
  moreFields: 'Mais campos',
  terms: 'Tags e listas',
  since: (when) => `adicionado em ${when}`,
  statusNotes: {
    unverified: 'Ainda não confirmou o e-mail.',
    subscribed: 'Recebe e-mails.',
    bounced: 'Um e-mail foi devolvido de forma permanente: a caixa de correio não aceita nenhum.',
    unsubscribed: 'Cancelou a inscrição. Altere isso só se o contato pedir e-mails de novo.',
    soft_bounced: 'Vários e-mails foram devolvidos temporariamente, por exemplo, por uma caixa de correio cheia.',
    complaint: 'Marcou um e-mail como spam. Altere isso só se o contato pedir e-mails de novo.',
  },
  sendConfirmation: 'Enviar confirmação',
  confirmationSent: 'O e-mail de confirmação está a caminho',
  links: 'URLs deste contato',
  showLinks: 'Mostrar',
  hideLinks: 'Ocultar',
  linksNote: 'Quem tiver estas URLs pode agir como este contato. Use-as só em e-mails para ele.',
  unsubscribeUrl: 'Cancelar inscrição',
  preferencesUrl: 'Preferências de e-mail',
  copyNamed: (name) => `Copiar ${name}`,
  shortUrl: 'URL curta',
  shortUrlHint: 'Uma URL curta do espaço de trabalho conectado. Os cliques no novo link contam para este contato.',
  createLink: 'Criar link pessoal',
  ownLink: 'URL curta deste contato',
  exportJson: 'Exportar como JSON',
  exportPage: 'Exportar como página',
  erase: 'Apagar…',
  erasing: {
    title: (email) => `Apagar ${email}?`,
    action: 'Apagar',
    lost: 'Apaga registro, campos, tags, listas, notas, linha do tempo, e-mails e payloads de webhooks. Esta ação não pode ser desfeita.',
    kept: 'Um hash com chave do e-mail permanece, para que o contato não seja adicionado de novo sem perguntar. Não é possível ler o e-mail a partir dele. O registro de auditoria mantém o ID do contato.',
    done: (email, rows) =>
      `Contato ${email} apagado: ${plural(rows, { one: '# entrada', many: '# de entradas', other: '# entradas' })}`,
  },
};
