/** Spanish strings for mail and its outbox. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const mail: Text['mail'] = {
  title: 'Correo',
  about: 'Servidor de correo, bandeja de salida y correo de prueba.',
  way: 'Envío',
  server: 'Servidor de correo',
  folder: 'Carpeta',
  noServer: 'Sin servidor de correo',
  noServerNote: 'Los correos se guardan en archivos, no se envían. Configure SMTP_URL en el servidor.',
  sender: 'Remitente',
  setWhere: 'El operador configura SMTP_URL y MAIL_FROM en el servidor.',
  outbox: 'Bandeja de salida',
  waiting: 'Pendientes',
  failed: 'Fallidos',
  lastSent: 'Último envío',
  more: (n) => `${n}+`,
  failedNow: (when, tries) =>
    plural(tries, {
      one: `Un correo de ${when} ha fallado una vez`,
      many: `Un correo de ${when} ha fallado # de veces`,
      other: `Un correo de ${when} ha fallado # veces`,
    }),
  nextTry: (when) => `Próximo reintento ${when}.`,
  givenUp: 'Sin más reintentos.',
  retry: 'Reintentar correos fallidos',
  retried: (n) =>
    n === 0
      ? 'No hay correos fallidos'
      : plural(n, { one: 'Reintentando # correo', many: 'Reintentando # de correos', other: 'Reintentando # correos' }),
  test: 'Correo de prueba',
  testNote: 'Se envía de inmediato. Se muestra la respuesta del servidor de correo.',
  to: 'Correo electrónico',
  send: 'Enviar correo de prueba',
  sent: (to) => `Enviado a ${to}`,
  answered: 'Respuesta del servidor de correo',
  written: 'Guardado en un archivo',
};
