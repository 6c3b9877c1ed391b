import type { Texts } from './en.ts';

export const es = {
  unsubscribeTitle: 'Cancelar la suscripción',
  unsubscribe: '¿Desea dejar de recibir correos de {sender} en {address}?',
  unsubscribeButton: 'Cancelar la suscripción',
  chooseInstead: 'Elegir qué correos desea recibir',
  unsubscribedTitle: 'Suscripción cancelada',
  unsubscribed: 'Ya no recibirá correos de {sender} en {address}.',
  resubscribe: 'Suscribirse de nuevo',
  confirm: '¿Desea recibir correos de {sender} en {address}?',
  confirmed: 'A partir de ahora recibirá correos de {sender} en {address}.',
  choose: 'Elegir qué correos desea recibir',
  preferencesTitle: 'Preferencias de correo',
  preferences: 'Correos de {sender} para {address}.',
  received: 'Correos que recibe',
  save: 'Guardar',
  saved: 'Su elección se ha guardado.',
  unsubscribeAll: 'Cancelar todas las suscripciones',

  settledTitle: 'El enlace ya no es válido',
  settled: 'Desde que se envió el enlace, esta dirección se dio de baja o no se pudo contactar con ella.',
  preview: 'Esta es una vista previa: sus botones no cambian nada.',

  mailGreeting: 'Hola, {name}:',
  mailRequest: 'Por favor, confirme que desea recibir correos de {sender}:',
} satisfies Texts;
