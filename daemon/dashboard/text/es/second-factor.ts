/** Spanish strings for second factors. */
import { plural } from '../../../../shared/ui/text/es/ui.ts';
import type { Text } from '../text.ts';

export const secondFactor: Text['secondFactor'] = {
  title: 'Segundo factor',
  note: 'Una segunda prueba de identidad además de su contraseña.',
  none: 'Inicia sesión solo con una contraseña. Añada una app de autenticación o una llave de acceso para proteger su cuenta.',
  needed: 'Configure un segundo factor',
  neededNote: 'Aquí todos necesitan uno. Añádalo para continuar.',
  unverified:
    'Primero verifique su correo: abra el enlace que se le ha enviado. Después podrá añadir un segundo factor.',
  types: { totp: 'App de autenticación', passkey: 'Llave de acceso' },
  addApp: 'Añadir app de autenticación',
  addPasskey: 'Añadir llave de acceso',
  added: (type) => `Se ha añadido: ${type}`,
  turnOn: 'Activar',
  continue: 'Continuar',
  name: 'Nombre',
  nameHint: 'Un nombre que usted reconozca.',
  scan: 'Escanee este código con una app de autenticación o escriba la clave. Después, escriba los seis dígitos que muestra.',
  qrCode: 'Código QR para la app de autenticación',
  secret: 'Clave',
  code: 'Código',
  appCodeHint: 'Seis dígitos. Cambian cada 30 segundos.',
  passkeyNote:
    'Su navegador le pide la huella, el rostro, el PIN o una llave de seguridad. Con una llave de acceso también puede iniciar sesión sin contraseña.',
  passkeyNotUsed: 'El navegador no ha usado ninguna llave de acceso. Inténtelo de nuevo.',
  passkeyKnown: 'Este dispositivo ya tiene una llave de acceso para su cuenta.',
  codes: 'Códigos de recuperación',
  codesOnce: 'Guarde estos códigos ahora. No volverán a mostrarse.',
  codesNote: 'Cada uno sirve una vez en lugar de un código o una llave de acceso, por si pierde su dispositivo.',
  kept: 'Ya los he guardado',
  codesLeft: (count) =>
    count === 0
      ? 'No quedan códigos de recuperación.'
      : plural(count, {
          one: 'Queda # código de recuperación.',
          many: 'Quedan # de códigos de recuperación.',
          other: 'Quedan # códigos de recuperación.',
        }),
  finish: 'Listo',
  renewCodes: 'Nuevos códigos de recuperación',
  renewTitle: '¿Crear códigos de recuperación nuevos?',
  renewNote: 'Sus códigos actuales dejan de funcionar.',
  remove: 'Quitar',
  removeTitle: (name) => `¿Quitar ${name}?`,
  removeNote: 'Ya no servirá para iniciar sesión.',
  removeLast:
    'Es su último segundo factor. Bastará su contraseña para iniciar sesión y sus códigos de recuperación dejarán de funcionar.',
  removed: (name) => `Se ha quitado ${name}`,
};
