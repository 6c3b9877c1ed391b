/** Brazilian Portuguese strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/pt/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Envie eventos aos seus servidores assim que acontecem.',
    noneNote:
      'Um webhook envia um payload assinado ao seu servidor quando um link é criado, alterado ou recebe um clique.',
    urlHint: 'Seu servidor deve responder com um status 2xx.',
    failingNote: (since) => `Nenhuma entrega desde ${since}. O Waypost desativa o webhook após 5 dias.`,
    failedNote: (n) => `Falharam após todas as tentativas: ${n}.`,
    noDeliveriesNote:
      'Envie um teste para ver o que seu servidor responde. As entregas são mantidas por 3 dias; as que falharam, por 30.',
    groups: { link: 'Links', domain: 'Domínios' },
    otherEvents: { 'webhook.test': 'Teste' },
  }),
  about: 'Payloads de eventos assinados para seus servidores.',
  adminsOnly: 'Só administradores podem gerenciar webhooks',
  adminsOnlyNote: 'Peça a um administrador deste espaço de trabalho que configure um.',
  eventTitles: {
    'link.created': 'Link criado',
    'link.updated': 'Link alterado',
    'link.deleted': 'Link excluído',
    'link.banned': 'Link bloqueado',
    'link.broken': 'Destino quebrado',
    'link.mended': 'Destino volta a funcionar',
    'link.clicked': 'Link clicado',
    'domain.verified': 'Domínio verificado',
    'domain.misconfigured': 'Domínio mal configurado',
  },
};
