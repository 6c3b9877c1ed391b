/** Spanish strings for one contact. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const contact: Text['contact'] = {
  title: 'Contacto',
  details: 'Detalles',
  moreFields: 'Más campos',
  terms: 'Etiquetas y listas',
  since: (when) => `añadido el ${when}`,
  statusNotes: {
    unverified: 'Aún no ha confirmado el correo.',
    subscribed: 'Recibe correos.',
    bounced: 'Un correo rebotó de forma permanente: el buzón no acepta ninguno.',
    unsubscribed: 'Se dio de baja. Cámbielo solo si el contacto vuelve a pedir correos.',
    soft_bounced: 'Varios correos rebotaron temporalmente, por ejemplo, por un buzón lleno.',
    complaint: 'Marcó un correo como spam. Cámbielo solo si el contacto vuelve a pedir correos.',
  },
  sendConfirmation: 'Enviar confirmación',
  confirmationSent: 'El correo de confirmación está en camino',
  links: 'URL de este contacto',
  showLinks: 'Mostrar',
  hideLinks: 'Ocultar',
  linksNote: 'Quien tenga estas URL puede actuar como este contacto. Úselas solo en correos dirigidos al contacto.',
  unsubscribeUrl: 'Cancelar la suscripción',
  preferencesUrl: 'Preferencias de correo',
  copyNamed: (name) => `Copiar ${name}`,
  shortUrl: 'URL corta',
  shortUrlHint:
    'Una URL corta del espacio de trabajo conectado. Los clics en el enlace nuevo cuentan para este contacto.',
  createLink: 'Crear enlace personal',
  ownLink: 'URL corta de este contacto',
  exportJson: 'Exportar como JSON',
  exportPage: 'Exportar como página',
  erase: 'Borrar…',
  erasing: {
    title: (email) => `¿Borrar ${email}?`,
    action: 'Borrar',
    lost: 'Borra el registro, los campos, las etiquetas, las listas, las notas, la cronología, los correos y los payloads de webhooks. Esta acción no se puede deshacer.',
    kept: 'Se conserva un hash con clave del correo para que el contacto no se vuelva a añadir sin preguntar. El correo no se puede leer a partir de él. El registro de auditoría conserva el ID del contacto.',
    done: (email, rows) =>
      `Se ha borrado ${email}: ${plural(rows, { one: '# entrada', many: '# de entradas', other: '# entradas' })}`,
  },
};
