/** Spanish strings for the connection to the link service. */
import type { Text } from '../text.ts';

export const links: Text['links'] = {
  title: 'Enlaces',
  about: 'Clics de los contactos en enlaces cortos.',
  note: 'Un espacio de trabajo conectado comunica qué contactos hacen clic en sus enlaces cortos.',
  connected: 'Espacio de trabajo conectado',
  lastClick: (at) => `Último clic de un contacto: ${at}.`,
  noClick: 'Ningún contacto ha hecho clic todavía.',
  unknown: 'Desconectado en el panel de enlaces',
  works: 'Recibe clics',
  workspace: 'Espacio de trabajo',
  state: 'Estado',
  unknownNote: 'El panel de enlaces ya no tiene esta conexión. Conecte con una clave nueva.',
  none: 'Ningún espacio de trabajo conectado',
  noneNote: 'Los clics en enlaces cortos no se registran en los contactos.',
  how: 'Comando para el operador',
  howRotate: 'Para una clave nueva de un espacio de trabajo conectado:',
  copy: 'Copiar comando',
  connect: 'Conectar un espacio de trabajo',
  connectOther: 'Conectar otro espacio de trabajo',
  connectNote:
    'Seleccione Conectar en los ajustes del espacio de trabajo, en el panel de enlaces. Solo se puede conectar un espacio de trabajo.',
  openInLinks: 'Abrir en el panel de enlaces',
  connectWithKey: 'Conectar con una clave',
  replaceKey: 'Conectar con otra clave',
  replaceNote: 'Sustituye la conexión actual. Los clics registrados se conservan.',
  key: 'Clave',
  keyHint: 'Empieza por wps_. Se guarda cifrada y no se vuelve a mostrar.',
  done: (workspace) => `Se ha conectado ${workspace}`,
  disconnect: 'Desconectar',
  disconnectTitle: (workspace) => `¿Desconectar ${workspace}?`,
  disconnectNote:
    'Los clics nuevos ya no se registran. Los registrados se conservan y los enlaces personales siguen funcionando.',
  disconnected: 'Se ha desconectado el espacio de trabajo',
};
