/** Spanish strings for the screens before sign-in. */
import type { Text } from '../text.ts';

export const signIn: Text['signIn'] = {
  title: 'Iniciar sesión',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint: '10 caracteres como mínimo.',
  submit: 'Iniciar sesión',
  by: (provider) => `Iniciar sesión con ${provider}`,
  byPasskey: 'Iniciar sesión con llave de acceso',
  or: 'o',
  codeNeeded: 'La contraseña es correcta. Ahora escriba un código.',
  passkeyNeeded: 'La contraseña es correcta. Ahora use su llave de acceso.',
  codeHint: 'Seis dígitos de su app o un código de recuperación.',
  recoveryCode: 'Código de recuperación',
  otherAccount: 'Usar otra cuenta',
  demo: (email, password) => `Esta es una demostración. Inicie sesión como ${email} con la contraseña ${password}.`,
  createAccount: 'Crear una cuenta',
  noAccount: '¿Aún no tiene cuenta?',
  forgot: 'He olvidado la contraseña',
  back: 'Volver al inicio de sesión',
  signedInAs: (email) => `Ha iniciado sesión como ${email}.`,
  continue: 'Continuar',
  signOut: 'Cerrar sesión',
};

export const handOver: Text['handOver'] = {
  title: 'Abriendo Contactos',
  note: 'Iniciando su sesión en Contactos.',
  failed: 'No se puede abrir Contactos',
  stay: 'Volver al panel',
};

export const firstVisit: Text['firstVisit'] = {
  title: 'Crear la primera cuenta',
  note: 'Aún no existe ninguna cuenta. La primera administra esta instalación.',
  code: 'Código del registro',
  codeHint: 'Waypost lo escribe en su registro al iniciarse, por ejemplo K7MP-2XWD-9RTA.',
  submit: 'Crear cuenta',
};

export const forgotPassword: Text['forgotPassword'] = {
  title: 'Contraseña olvidada',
  note: 'Waypost le envía por correo un enlace para definir una nueva.',
  submit: 'Enviar enlace',
  sent: 'Revise su correo',
  sentNote: (email) =>
    `Si ${email} tiene una cuenta, recibirá un enlace para definir una contraseña nueva. Caduca en una hora.`,
  again: 'Usar otro correo',
  noMail: 'No hay servidor de correo configurado. El operador encuentra el correo en la carpeta mail del servidor.',
};

export const resetPassword: Text['resetPassword'] = {
  title: 'Definir contraseña nueva',
  note: 'Se cierran todas sus demás sesiones.',
  password: 'Contraseña nueva',
  submit: 'Definir contraseña',
  done: 'Se ha definido su contraseña nueva',
  needsFactor: 'Se ha definido su contraseña nueva. Inicie sesión con ella.',
  broken: 'Este enlace ya no es válido',
  brokenNote: 'Sirve una vez, durante una hora. Solicite uno nuevo.',
  ask: 'Enviar otro enlace',
};

export const signUp: Text['signUp'] = {
  title: 'Crear una cuenta',
  name: 'Nombre',
  email: 'Correo electrónico',
  password: 'Contraseña',
  inviteCode: 'Código de invitación',
  inviteCodeHint: 'Se lo da el operador.',
  submit: 'Crear cuenta',
  haveAccount: 'Ya tengo una cuenta',
  inviteOnly: 'Las cuentas solo se crean con invitación',
  inviteOnlyNote: 'Pida a un administrador de su espacio de trabajo que le invite y abra el enlace de la invitación.',
  closed: 'El registro está cerrado',
  closedNote: 'Pida una cuenta al operador.',
  byProvider: (provider) => `Su cuenta se crea cuando inicia sesión con ${provider} por primera vez.`,
};

export const join: Text['join'] = {
  title: 'Aceptar la invitación',
  titleOf: (workspace) => `Unirse a ${workspace}`,
  titleOfContacts: 'Unirse a Contactos',
  note: (email, role) => `Invitación para ${email} como ${role.toLowerCase()}.`,
  noteOfContacts: (email, role) => `Invitación para ${email} a Contactos como ${role.toLowerCase()}.`,
  noteOfBoth: (email, role, inContacts) =>
    `Invitación para ${email} como ${role.toLowerCase()}, y a Contactos como ${inContacts.toLowerCase()}.`,
  submit: 'Unirse',
  signInSubmit: 'Iniciar sesión y unirse',
  signUpSubmit: 'Crear cuenta y unirse',
  otherAccount: (signedIn, invited) => `Ha iniciado sesión como ${signedIn}, pero la invitación es para ${invited}.`,
  switchAccount: 'Cerrar sesión y continuar',
  stay: 'Mantener la sesión',
  joined: (workspace) => `Se ha unido a ${workspace}`,
  joinedContacts: 'Se ha unido a Contactos',
  broken: 'Esta invitación ya no es válida',
  brokenNote: 'Se ha usado, se ha revocado o ha caducado. Pida una nueva.',
};

export const verify: Text['verify'] = {
  title: 'Verificar su correo',
  note: 'Continúe solo si ha creado esta cuenta. Si no, defina una contraseña nueva: eso pone fin a cualquier otro acceso.',
  submit: 'Verificar correo',
  signInSubmit: 'Iniciar sesión y verificar correo',
  done: 'Su correo está verificado',
  broken: 'Este enlace ya no es válido',
  brokenNote: 'Sirve una vez, durante tres días. Inicie sesión para obtener otro.',
  toDashboard: 'Ir al panel',
  notice: (email) => `Verifique ${email}: abra el enlace que se le ha enviado.`,
  again: 'Reenviar correo',
  sentAgain: 'El correo está en camino',
};

export const confirmAddress: Text['confirmAddress'] = {
  title: 'Confirmar su correo nuevo',
  note: 'Después iniciará sesión con él.',
  submit: 'Usar este correo',
  signInSubmit: 'Iniciar sesión y usar este correo',
  done: 'Se ha cambiado su correo',
  broken: 'Este enlace ya no es válido',
  brokenNote: 'Sirve una vez, durante tres días. Cambie de nuevo el correo en su cuenta.',
};
