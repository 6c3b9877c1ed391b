/** Spanish strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/es/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Envíe eventos a sus servidores en cuanto se producen.',
    noneNote: 'Un webhook envía un payload firmado a su servidor cuando un enlace se crea, se cambia o recibe un clic.',
    urlHint: 'Su servidor debe responder con un estado 2xx.',
    failingNote: (since) => `Sin entregas desde el ${since}. Waypost desactiva el webhook a los 5 días.`,
    failedNote: (n) => `Han fallado tras todos los reintentos: ${n}.`,
    noDeliveriesNote:
      'Envíe una prueba para ver qué responde su servidor. Las entregas se conservan 3 días; las fallidas, 30.',
    groups: { link: 'Enlaces', domain: 'Dominios' },
    otherEvents: { 'webhook.test': 'Prueba' },
  }),
  about: 'Payloads de eventos firmados para sus servidores.',
  adminsOnly: 'Solo los administradores pueden gestionar webhooks',
  adminsOnlyNote: 'Pida a un administrador de este espacio de trabajo que configure uno.',
  eventTitles: {
    'link.created': 'Enlace creado',
    'link.updated': 'Enlace cambiado',
    'link.deleted': 'Enlace eliminado',
    'link.banned': 'Enlace bloqueado',
    'link.broken': 'Destino roto',
    'link.mended': 'El destino vuelve a funcionar',
    'link.clicked': 'Clic en un enlace',
    'domain.verified': 'Dominio verificado',
    'domain.misconfigured': 'Dominio mal configurado',
  },
};
