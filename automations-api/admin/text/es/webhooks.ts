/** Spanish strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/es/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Envíe eventos de contactos a sus servidores en cuanto se producen.',
    noneNote:
      'Un webhook envía un payload firmado a su servidor cuando un contacto se añade, se cambia, recibe una etiqueta o hace clic en un enlace.',
    urlHint: 'Su servidor debe responder con un estado 2xx en un máximo de 15 segundos.',
    failingNote: (since) => `Sin entregas desde el ${since}. Waypost reintenta a intervalos cada vez mayores.`,
    failedNote: (n) => `Han fallado tras todos los reintentos: ${n}. Puede reintentarlas durante 90 días.`,
    noDeliveriesNote:
      'Envíe una prueba para ver la respuesta de su servidor. Las entregas se conservan 7 días; las fallidas, 90.',
    groups: { contact: 'Contactos', tag: 'Etiquetas', list: 'Listas', link: 'Enlaces' },
    otherEvents: { 'webhook.test': 'Prueba', 'rule.webhook': 'Paso de regla' },
  }),
  ofRuleNote: 'Lo usa un paso de una regla. Edítelo o elimínelo en la regla.',
};
