/** Spanish strings for members and invitations. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const members: Text['members'] = {
  title: 'Miembros',
  name: 'Nombre',
  role: 'Rol',
  joined: 'Se unió',
  invite: 'Invitar',
  inviteTitle: 'Invitar a un miembro',
  email: 'Correo electrónico',
  send: 'Enviar invitación',
  roleNotes: {
    admin: 'Acceso completo, incluidos miembros, dominios, facturación y ajustes',
    member: 'Crea, cambia y elimina enlaces',
    viewer: 'Acceso de solo lectura a enlaces y estadísticas',
  },
  you: 'usted',
  owner: 'Propietario',
  invited: 'Invitado',
  invitedAt: (when) => `Invitado ${when}`,
  seats: (used, limit) => `${used} de ${limit} plazas en uso`,
  seatsOpen: (used) => plural(used, { one: '# miembro', many: '# de miembros', other: '# miembros' }),
  changeRole: (role) => `Convertir en ${role.toLowerCase()}`,
  changed: (who, role) => `${who} ahora tiene el rol de ${role.toLowerCase()}`,
  remove: 'Quitar',
  removeTitle: (who) => `¿Quitar a ${who}?`,
  removeNote:
    'Pierde el acceso de inmediato y las claves de API que creó aquí dejan de funcionar. Sus enlaces se conservan.',
  removed: (who) => `Se ha quitado a ${who}`,
  resend: 'Reenviar invitación',
  cancel: 'Revocar invitación',
  cancelTitle: (email) => `¿Revocar la invitación para ${email}?`,
  cancelNote: 'El enlace de la invitación deja de funcionar y su plaza queda libre.',
  cancelled: (email) => `Se ha revocado la invitación para ${email}`,
  linkTitle: (email) => `Se ha invitado a ${email}`,
  linkByMail: 'Se está enviando un correo con este enlace. También puede compartirlo usted.',
  linkByHand: 'No hay servidor de correo configurado. Comparta usted este enlace.',
  linkWithContacts:
    'Una cuenta nueva obtiene su rol en Contactos solo con el enlace del correo. Este enlace es para una cuenta verificada.',
  linkNote: (days) =>
    plural(days, {
      one: 'Se muestra una sola vez. Caduca en # día; solo para este correo.',
      many: 'Se muestra una sola vez. Caduca en # de días; solo para este correo.',
      other: 'Se muestra una sola vez. Caduca en # días; solo para este correo.',
    }),
  link: 'Enlace de invitación',
  done: 'Listo',
  alone: 'Aún no hay otros miembros',
  aloneNote: 'Invite a su equipo. Los lectores tienen acceso de solo lectura; los miembros crean enlaces.',
  transfer: 'Hacer propietario',
  contacts: {
    in: (role) => `${role} en Contactos`,
    role: 'Rol en Contactos',
    none: 'Sin acceso',
    roles: { administrator: 'Administrador', editor: 'Editor', viewer: 'Lector' },
    change: 'Rol en Contactos…',
    title: (who) => `Rol de ${who} en Contactos`,
    changed: (who) => `Se ha cambiado el rol de ${who} en Contactos`,
    removeToo: 'Quitar también su rol en Contactos',
  },
};
