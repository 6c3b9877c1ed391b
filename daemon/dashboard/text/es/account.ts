/** Spanish strings for the account. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const account: Text['account'] = {
  title: 'Cuenta',
  about: 'Su nombre, correo, contraseña, sesiones y apariencia.',
  manual: 'Manual',
  profile: 'Nombre',
  name: 'Nombre',
  nameHint: 'Lo ven los miembros de sus espacios de trabajo.',
  language: 'Idioma',
  browserLanguage: 'Idioma del navegador',
  address: 'Correo electrónico',
  currentAddress: (email) => `Inicia sesión con ${email}.`,
  newAddress: 'Correo electrónico nuevo',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  currentPassword: 'Contraseña actual',
  changePassword: 'Cambiar contraseña',
  passwordNote: 'Al cambiarla se cierran sus demás sesiones.',
  passwordChanged: 'Se ha cambiado su contraseña y se han cerrado las demás sesiones',
  saved: 'Guardado',
  needsRecentSignIn: 'Solo durante los diez minutos posteriores al inicio de sesión.',
  signInAgain: 'Cierre la sesión, vuelva a iniciarla y hágalo en los diez minutos siguientes.',
  changeAddress: 'Cambiar correo',
  addressRequested: (email) => `Abra el enlace enviado a ${email} para completar el cambio. Caduca en tres días.`,
  sessions: 'Sesiones',
  sessionsNote: 'Dispositivos con la sesión iniciada.',
  device: 'Dispositivo',
  lastUsed: 'Último uso',
  thisOne: 'Esta sesión',
  unknownDevice: 'Dispositivo desconocido',
  browserOn: (browser, system) => `${browser} en ${system}`,
  end: 'Cerrar sesión',
  endNamed: (device) => `Cerrar la sesión de ${device}`,
  ended: 'Se ha cerrado la sesión',
  endOthers: 'Cerrar las demás sesiones',
  othersEnded: 'Se han cerrado las demás sesiones',
  onlyThis: 'No tiene otras sesiones.',
  danger: 'Eliminar cuenta',
  dangerNote: 'Elimina su nombre, correo, sesiones y claves de API.',
  deleteAccount: 'Eliminar cuenta',
  deleteTitle: '¿Eliminar su cuenta?',
  deleteNote: 'Esta acción no se puede deshacer.',
  fates: {
    left: 'Deja de ser miembro. Los enlaces se conservan.',
    deleted: (links, clicks) => {
      const lost = `${plural(links, { one: '# enlace', many: '# de enlaces', other: '# enlaces' })} y ${plural(clicks, { one: '# clic', many: '# de clics', other: '# clics' })}`;
      return `Usted es su único miembro: se elimina con ${lost}.`;
    },
    transfer_first: 'Es suyo y tiene otros miembros. Primero transfiéralo o elimínelo.',
    suspended: 'Usted es su único miembro y está suspendido. Primero pida al operador que lo restaure.',
  },
  contactsFates: {
    left: 'Pierde su rol. Los contactos se conservan.',
    transfer_first:
      'Usted es el último administrador y otros usuarios los utilizan. Primero nombre administrador a otro usuario.',
  },
  cannotDelete: 'Su cuenta todavía no se puede eliminar.',
  deleted: 'Se ha eliminado su cuenta',
};
