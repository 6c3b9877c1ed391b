/** Italian strings for rules, their editor, their runs and the dry run. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

const unchangedFor = (why: string) => (why === '' ? 'Niente da modificare' : `Nessuna modifica: ${why}`);

/** Describes how often a rule would have run. */
const reach: Text['rules']['reach'] = ({ days, contacts, met, complete }) => {
  const period = plural(days, { one: 'Nell’ultimo giorno', other: 'Negli ultimi # giorni' });
  const least = complete ? '' : 'almeno ';
  if (met === contacts) {
    return plural(met, {
      one: `${period} sarebbe stata eseguita per ${least}# contatto.`,
      other: `${period} sarebbe stata eseguita per ${least}# contatti.`,
    });
  }
  const meets = plural(met, {
    one: ', di cui # soddisfa ora le condizioni',
    other: ', di cui # soddisfano ora le condizioni',
  });
  return plural(contacts, {
    one: `${period} è successo ${complete ? 'a' : 'ad almeno'} # contatto${meets}.`,
    other: `${period} è successo ${complete ? 'a' : 'ad almeno'} # contatti${meets}.`,
  });
};

const editor: Text['rules']['editor'] = {
  name: 'Nome',
  namePlaceholder: 'Scopo della regola',
  when: 'Trigger',
  event: 'Evento',
  onlyIf: 'Condizioni',
  onlyIfNote:
    'Controllate all’inizio di un’esecuzione e dopo ogni attesa. I contatti che non corrispondono si fermano.',
  nobodyLeft: 'Un contatto eliminato non può soddisfare condizioni.',
  thenDo: 'Passaggi',
  thenNote: 'Eseguiti in questo ordine. Le esecuzioni in corso mantengono i passaggi con cui sono iniziate.',
  openAll: 'Mostra tutti i campi',
  closeAll: 'Mostra i passaggi come testo',
  addStep: 'Aggiungi passaggio',
  addTo: (lane) => `Aggiungi a ${lane}`,
  addAt: (place) => `Aggiungi ${place}`,
  moveUp: (place) => `Sposta su ${place}`,
  moveDown: (place) => `Sposta giù ${place}`,
  moveOut: 'Sposta sotto il ramo',
  duplicate: 'Duplica',
  remove: 'Elimina',
  undo: 'Annulla',
  added: (place) => `Aggiunto: ${place}`,
  moved: (place) => `Ora: ${place}`,
  removed: (place) => `Eliminato: ${place}`,
  fixed: 'Solo gli amministratori possono modificarlo.',
  deliveries: 'Consegne',
  noSteps: 'Aggiungi almeno un passaggio.',
  startsOff: 'Disattivata finché non la attivi',
  saveAndTurnOn: 'Salva e attiva',
};

const run: Text['rules']['run'] = {
  title: (id) => `Esecuzione ${id}`,
  contact: 'Contatto',
  status: 'Stato',
  since: 'Da',
  nextAt: 'Prossimo passaggio',
  filter: 'Esecuzioni per stato',
  all: 'Tutte',
  open: 'Mostra i passaggi',
  openOf: (email) => `Mostra i passaggi di ${email}`,
  next: (what) => `Poi: ${what}`,
  none: 'Ancora nessuna esecuzione',
  noneNote:
    'Le esecuzioni compaiono qui quando il trigger si verifica per un contatto. Prova la regola su un contatto per vederla in anteprima.',
  noneSuch: 'Nessuna esecuzione con questo stato',
  noneOfContact: 'Nessuna regola è stata eseguita per questo contatto',
  shown: (n) => plural(n, { one: '# esecuzione mostrata', other: '# esecuzioni mostrate' }),
  gone: (id) => `Contatto ${id}, eliminato`,
  goneRule: (id) => `Regola ${id}, eliminata`,
  startedBy: (event) => `${event} ·`,
  causedBy: 'Causata da',
  notReached: 'Non raggiunto',
  outcomes: {
    done: (detail) => detail,
    unchanged: (why) => unchangedFor(why),
    waiting: (until) => `In attesa fino al giorno ${until}`,
    sent: () => 'Inviato',
    cancelled: () => 'Interrotta',
    stopped: (why) => `Fermata: ${why}`,
    then: () => 'Ha seguito Sì',
    else: () => 'Ha seguito No',
    reached_goal: () => 'Obiettivo raggiunto',
    failed: (why) => `Non riuscito: ${why}`,
  },
  waited: (until) => `Ha atteso fino al giorno ${until}`,
  cancel: 'Interrompi esecuzione',
  cancelTitle: (email) => `Interrompere l’esecuzione per ${email}?`,
  cancelNote: 'I passaggi completati restano; quelli rimanenti non vengono eseguiti.',
  cancelled: 'Esecuzione interrotta',
};

const dryRun: Text['rules']['dryRun'] = {
  contact: 'Contatto',
  placeholder: 'Cerca per email o nome',
  note: 'Ogni passaggio viene provato e annullato. Non cambia nulla e non viene inviato nulla.',
  changed: 'Nel frattempo la regola è cambiata.',
  again: 'Riprova',
  past: 'Non attenderebbe: il momento è già passato',
  wouldRun: 'Ora verrebbe eseguita per questo contatto.',
  wouldNot: (why) => `Ora non verrebbe eseguita: ${why}.`,
  woulds: {
    change: (detail) => `Lo farebbe: ${detail}`,
    change_nothing: (why) => unchangedFor(why),
    wait: (until) => `Attenderebbe fino al giorno ${until}`,
    send: () => 'Verrebbe inviato',
    stop: (why) => `Si fermerebbe: ${why}`,
    fail: (why) => `Non riuscirebbe: ${why}`,
    then: () => 'Seguirebbe Sì',
    else: () => 'Seguirebbe No',
    not_come: () => 'Non verrebbe raggiunto',
  },
};

export const rules: Text['rules'] = {
  title: 'Regole',
  note: 'Cosa succede a un contatto dopo un evento.',
  newRule: 'Nuova regola',
  search: 'Cerca regole',
  noneFound: 'Nessuna regola corrisponde',
  turn: (name, isOn) => (isOn ? `Attiva ${name}` : `Disattiva ${name}`),
  turnOnTitle: (name) => `Attivare ${name}?`,
  turnOnNote: 'I contatti esistenti non sono interessati: viene eseguita solo per i nuovi eventi.',
  reach,
  reachLoading: 'Controllo degli ultimi giorni…',
  reachUnknown: 'Impossibile stabilire quante volte sarebbe stata eseguita.',
  turnedOn: (name) => `${name} attivata`,
  turnedOff: (name) => `${name} disattivata. Le esecuzioni in attesa restano dove sono.`,
  turnOn: 'Attiva',
  turnOff: 'Disattiva',
  runs: 'Esecuzioni',
  tryOn: 'Prova su un contatto',
  statuses: {
    running: 'In corso',
    waiting: 'In attesa',
    done: 'Completata',
    stopped: 'Fermata',
    failed: 'Non riuscita',
    cancelled: 'Interrotta',
    reached_goal: 'Obiettivo raggiunto',
  },
  countOf: (n, status) => `${status}: ${n}`,
  deleteTitle: (name) => `Eliminare la regola ${name}?`,
  deleteNote: (open, all) =>
    [
      ...(open > 0
        ? [
            plural(open, {
              one: '# esecuzione non completata si fermerà.',
              other: '# esecuzioni non completate si fermeranno.',
            }),
          ]
        : []),
      ...(all > 0
        ? [
            plural(all, {
              one: 'Lo storico di # esecuzione viene eliminato; le modifiche ai contatti restano.',
              other: 'Lo storico di # esecuzioni viene eliminato; le modifiche ai contatti restano.',
            }),
          ]
        : []),
      'L’operazione è irreversibile.',
    ].join(' '),
  deleted: (name) => `Regola ${name} eliminata`,
  none: 'Ancora nessuna regola',
  noneNote:
    'Una regola automatizza ciò che faresti a mano: quando un contatto viene aggiunto, taggato o fa clic su un link, aggiunge tag o liste, attende, o invia un’email o un webhook.',
  one: 'Regola',
  parts: 'Parti della regola',
  runsCounted: (n) => `Esecuzioni (${n})`,
  saved: (name) => `Regola ${name} salvata`,
  secret: {
    title: 'Segreto di firma del webhook',
    label: 'Segreto',
    once: 'Copialo ora. Non verrà più mostrato.',
    done: 'Fatto',
    note: (url) => `Firma i payload inviati a ${url}, così il destinatario può verificarli.`,
  },
  sets: (name, value) => `${name}: ${value === '' ? 'vuoto' : value}`,
  editor,
  entry: {
    title: 'Ingresso',
    note: 'Un contatto non può essere più volte nella stessa regola contemporaneamente.',
    how: 'Un contatto può entrare',
    ways: {
      again: 'Di nuovo, quando l’esecuzione precedente è terminata',
      once: 'Solo una volta',
      after: 'Di nuovo dopo un certo tempo',
    },
    after: 'Tempo dall’ultimo ingresso',
    afterSome: (time) => `Di nuovo ${time} dopo l’ultimo ingresso`,
  },
  goal: {
    title: 'Obiettivo',
    note: 'Termina l’esecuzione a qualsiasi passaggio appena il contatto lo raggiunge.',
    how: 'L’obiettivo è raggiunto quando',
    ways: {
      none: 'Nessun obiettivo',
      event: 'Si verifica un evento',
      filter: 'Il contatto soddisfa delle condizioni',
    },
  },
  branch: {
    step: (n) => `passaggio ${n}`,
    lanes: { then: 'Sì', else: 'No' },
    when: { then: (condition) => condition, else: () => 'Tutti gli altri' },
    says: (condition) => `Se ${condition}`,
    taken: 'Segue questo ramo',
    nothing: 'Nessun passaggio. Continua sotto.',
  },
  waitUntil: {
    what: 'Attendi fino a',
    ways: { event: 'Si verifica un evento', field: 'Una data del contatto' },
    field: 'Campo data',
    created: 'Data di aggiunta',
    when: 'Quando',
    whens: { on: 'Nel giorno stesso', before: 'Prima del giorno', after: 'Dopo il giorno' },
    days: 'Quanto tempo',
    dateHint: 'Alle 9:00 nel fuso orario del contatto.',
    atMost: 'Al massimo',
    event: (event, atMost) => `Attendi al massimo ${atMost} fino a: ${event}`,
    date: (date, atMost) => `Attendi fino a: ${date}, al massimo ${atMost}`,
    earlier: (time, name) => `${time} prima di ${name}`,
    later: (time, name) => `${time} dopo ${name}`,
  },
  counts: {
    none: 'Ancora nessuna esecuzione',
    entered: (n) => `Entrati: ${n}`,
    waiting: (n) => `In attesa: ${n}`,
    went_on: (n) => `Hanno proseguito: ${n}`,
    left: (n) => `Usciti: ${n}`,
    reached_goal: (n) => `Obiettivo raggiunto: ${n}`,
    states: {
      waiting: 'In attesa a',
      went_on: 'Hanno proseguito dopo',
      left: 'Usciti a',
      reached_goal: 'Obiettivo raggiunto a',
    },
    all: 'Entrati',
    removedStep: 'un passaggio eliminato',
    showAll: 'Mostra tutte le esecuzioni',
  },
  run,
  dryRun,
  examples: {
    welcome: {
      name: 'Benvenuto',
      note: 'I contatti che entrano in una lista ricevono un tag, e un altro dopo due giorni.',
    },
    winBack: { name: 'Riconquista', note: 'I clienti inattivi da 90 giorni ricevono un tag.' },
    clicked: { name: 'Clic sull’offerta', note: 'I contatti che fanno clic su un link breve ricevono un tag.' },
  },
};
