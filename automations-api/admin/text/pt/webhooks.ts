/** Brazilian Portuguese strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/pt/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Envie eventos de contatos aos seus servidores assim que acontecem.',
    noneNote:
      'Um webhook envia um payload assinado ao seu servidor quando um contato é adicionado, é alterado, recebe uma tag ou clica em um link.',
    urlHint: 'Seu servidor deve responder com um status 2xx em até 15 segundos.',
    failingNote: (since) => `Nenhuma entrega desde ${since}. O Waypost tenta novamente em intervalos crescentes.`,
    failedNote: (n) => `Falharam após todas as tentativas: ${n}. Você pode repeti-las por 90 dias.`,
    noDeliveriesNote:
      'Envie um teste para ver a resposta do seu servidor. As entregas são mantidas por 7 dias; as que falharam, por 90.',
    groups: { contact: 'Contatos', tag: 'Tags', list: 'Listas', link: 'Links' },
    otherEvents: { 'webhook.test': 'Teste', 'rule.webhook': 'Etapa de regra' },
  }),
  ofRuleNote: 'Uma etapa de regra o usa. Edite-o ou exclua-o na regra.',
};
