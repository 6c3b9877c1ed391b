/** Brazilian Portuguese strings for mail and its outbox. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const mail: Text['mail'] = {
  title: 'E-mail',
  about: 'Servidor de e-mail, caixa de saída e e-mail de teste.',
  way: 'Envio',
  server: 'Servidor de e-mail',
  folder: 'Pasta',
  noServer: 'Sem servidor de e-mail',
  noServerNote: 'Os e-mails são salvos em arquivos, não enviados. Defina SMTP_URL no servidor.',
  sender: 'Remetente',
  setWhere: 'O operador define SMTP_URL e MAIL_FROM no servidor.',
  outbox: 'Caixa de saída',
  waiting: 'Pendentes',
  failed: 'Com falha',
  lastSent: 'Último envio',
  more: (n) => `${n}+`,
  failedNow: (when, tries) =>
    tries === 1
      ? `E-mail (${when}): falhou uma vez`
      : `E-mail (${when}): falhou ${plural(tries, { one: '# vez', many: '# de vezes', other: '# vezes' })}`,
  nextTry: (when) => `Próxima tentativa ${when}.`,
  givenUp: 'Sem mais tentativas.',
  retry: 'Reenviar e-mails com falha',
  retried: (n) =>
    n === 0
      ? 'Nenhum e-mail com falha'
      : plural(n, { one: 'Reenviando # e-mail', many: 'Reenviando # de e-mails', other: 'Reenviando # e-mails' }),
  test: 'E-mail de teste',
  testNote: 'Enviado imediatamente. A resposta do servidor de e-mail é mostrada.',
  to: 'E-mail',
  send: 'Enviar e-mail de teste',
  sent: (to) => `Enviado para ${to}`,
  answered: 'Resposta do servidor de e-mail',
  written: 'Salvo em arquivo',
};
