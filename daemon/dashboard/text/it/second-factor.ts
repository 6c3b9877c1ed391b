/** Italian strings for second factors. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const secondFactor: Text['secondFactor'] = {
  title: 'Secondo fattore',
  note: 'Una seconda prova d’identità oltre alla password.',
  none: 'Per accedere usi solo una password. Aggiungi un’app di autenticazione o una passkey per proteggere il tuo account.',
  needed: 'Configura un secondo fattore',
  neededNote: 'Qui è obbligatorio per tutti. Aggiungilo per continuare.',
  unverified:
    'Prima verifica il tuo indirizzo email: apri il link che hai ricevuto. Poi potrai aggiungere un secondo fattore.',
  types: { totp: 'App di autenticazione', passkey: 'Passkey' },
  addApp: 'Aggiungi app di autenticazione',
  addPasskey: 'Aggiungi passkey',
  added: (type) => `${type} aggiunta`,
  turnOn: 'Attiva',
  continue: 'Continua',
  name: 'Nome',
  nameHint: 'Un nome che riconoscerai.',
  scan: 'Scansiona questo codice con un’app di autenticazione o inserisci la chiave. Poi inserisci le sei cifre mostrate.',
  qrCode: 'Codice QR per l’app di autenticazione',
  secret: 'Chiave',
  code: 'Codice',
  appCodeHint: 'Sei cifre. Cambiano ogni 30 secondi.',
  passkeyNote:
    'Il browser chiede l’impronta, il volto, il PIN o la chiave di sicurezza. Con una passkey accedi anche senza password.',
  passkeyNotUsed: 'Il browser non ha usato una passkey. Riprova.',
  passkeyKnown: 'Questo dispositivo ha già una passkey per il tuo account.',
  codes: 'Codici di recupero',
  codesOnce: 'Salva ora questi codici. Non verranno più mostrati.',
  codesNote: 'Ognuno vale una volta al posto di un codice o di una passkey, se perdi il dispositivo.',
  kept: 'Li ho salvati',
  codesLeft: (count) =>
    count === 0
      ? 'Non restano codici di recupero.'
      : plural(count, { one: 'Resta # codice di recupero.', other: 'Restano # codici di recupero.' }),
  finish: 'Fatto',
  renewCodes: 'Nuovi codici di recupero',
  renewTitle: 'Creare nuovi codici di recupero?',
  renewNote: 'I codici attuali smettono di funzionare.',
  remove: 'Rimuovi',
  removeTitle: (name) => `Rimuovere ${name}?`,
  removeNote: 'Non potrai più usarlo per accedere.',
  removeLast: 'È l’ultimo. Per accedere basterà la password, e i codici di recupero smettono di funzionare.',
  removed: (name) => `Secondo fattore rimosso: ${name}`,
};
