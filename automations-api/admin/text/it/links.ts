/** Italian strings for the connection to the link service. */
import type { Text } from '../text.ts';

export const links: Text['links'] = {
  title: 'Link',
  about: 'I clic dei contatti sui link brevi.',
  note: 'Uno spazio di lavoro collegato segnala quali contatti fanno clic sui suoi link brevi.',
  connected: 'Spazio di lavoro collegato',
  lastClick: (at) => `Ultimo clic di un contatto: ${at}.`,
  noClick: 'Nessun contatto ha ancora fatto clic.',
  unknown: 'Scollegato nella dashboard',
  works: 'Riceve i clic',
  workspace: 'Spazio di lavoro',
  state: 'Stato',
  unknownNote: 'La dashboard non ha più questo collegamento. Collega con una nuova chiave.',
  none: 'Nessuno spazio di lavoro collegato',
  noneNote: 'I clic sui link brevi non vengono registrati per i contatti.',
  how: 'Comando per l’operatore',
  howRotate: 'Per una nuova chiave di uno spazio di lavoro collegato:',
  copy: 'Copia comando',
  connect: 'Collega uno spazio di lavoro',
  connectOther: 'Collega un altro spazio di lavoro',
  connectNote:
    'Seleziona Collega nelle impostazioni dello spazio di lavoro, nella dashboard. Si può collegare un solo spazio di lavoro.',
  openInLinks: 'Apri nella dashboard',
  connectWithKey: 'Collega con una chiave',
  replaceKey: 'Collega con un’altra chiave',
  replaceNote: 'Sostituisce il collegamento attuale. I clic registrati restano.',
  key: 'Chiave',
  keyHint: 'Inizia con wps_. Salvata cifrata e non più mostrata.',
  done: (workspace) => `${workspace} collegato`,
  disconnect: 'Scollega',
  disconnectTitle: (workspace) => `Scollegare ${workspace}?`,
  disconnectNote:
    'I nuovi clic non vengono più registrati. I clic registrati restano e i link personali continuano a funzionare.',
  disconnected: 'Spazio di lavoro scollegato',
};
