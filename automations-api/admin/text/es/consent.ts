/** Spanish strings for consent. */
import type { Text } from '../text.ts';

export const consent: Text['consent'] = {
  title: 'Consentimiento',
  about: 'Doble opt-in y las páginas para los contactos.',
  saved: 'Guardado',
  optIn: {
    title: 'Doble opt-in',
    enabled: 'Pedir a los contactos nuevos que confirmen su correo',
    enabledHint: 'Cada contacto nuevo sin verificar recibe este correo y queda suscrito al confirmarlo.',
    subject: 'Asunto',
    text: 'Texto',
    textHint: (tags) =>
      `Marcadores: ${tags}. {{f_name|cliente}} muestra «cliente» si no hay nombre. Si no lo cambia, el correo se envía en el idioma del contacto.`,
    preview: 'Vista previa del correo',
    asHtml: 'Abrir como HTML',
    from: 'De',
    subjectOf: 'Asunto',
  },
  pages: {
    title: 'Páginas',
    note: 'El texto de cada página, con {{sender}} si lo desea. Déjelo vacío para usar el texto predeterminado, que los visitantes ven en su idioma.',
    preview: 'Vista previa',
    previewOf: (page) => `Vista previa de ${page}, en otra pestaña`,
    names: {
      unsubscribe: 'Cancelar la suscripción',
      unsubscribed: 'Suscripción cancelada',
      preferences: 'Preferencias de correo',
      confirm: 'Confirmar',
      confirmed: 'Gracias',
    },
  },
};
