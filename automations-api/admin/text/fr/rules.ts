/** French strings for rules, their editor, their runs and the dry run. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

const unchangedFor = (why: string) => (why === '' ? 'Rien à modifier' : `Rien fait\u00a0: ${why}`);

/** Describes how often a rule would have run. */
const reach: Text['rules']['reach'] = ({ days, contacts, met, complete }) => {
  const period = plural(days, { one: 'Au cours du dernier jour', other: 'Au cours des # derniers jours' });
  const least = complete ? '' : 'au moins ';
  if (met === contacts) {
    return plural(met, {
      one: `${period}, elle se serait exécutée pour ${least}# contact.`,
      other: `${period}, elle se serait exécutée pour ${least}# contacts.`,
    });
  }
  const meets = plural(met, {
    one: ', dont # remplit actuellement les conditions',
    other: ', dont # remplissent actuellement les conditions',
  });
  return plural(contacts, {
    one: `${period}, cela est arrivé à ${least}# contact${meets}.`,
    other: `${period}, cela est arrivé à ${least}# contacts${meets}.`,
  });
};

const editor: Text['rules']['editor'] = {
  name: 'Nom',
  namePlaceholder: 'But de la règle',
  when: 'Déclencheur',
  event: 'Événement',
  onlyIf: 'Conditions',
  onlyIfNote:
    'Vérifiées au début d’une exécution et après chaque attente. Les contacts qui ne correspondent pas s’arrêtent.',
  nobodyLeft: 'Un contact supprimé ne peut pas remplir de conditions.',
  thenDo: 'Étapes',
  thenNote: 'Exécutées dans cet ordre. Les exécutions en cours gardent les étapes avec lesquelles elles ont commencé.',
  openAll: 'Afficher tous les champs',
  closeAll: 'Afficher les étapes en texte',
  addStep: 'Ajouter une étape',
  addTo: (lane) => `Ajouter à ${lane}`,
  addAt: (place) => `Ajouter\u00a0: ${place}`,
  moveUp: (place) => `Monter\u00a0: ${place}`,
  moveDown: (place) => `Descendre\u00a0: ${place}`,
  moveOut: 'Déplacer sous la branche',
  duplicate: 'Dupliquer',
  remove: 'Supprimer',
  undo: 'Annuler',
  added: (place) => `Ajout\u00a0: ${place}`,
  moved: (place) => `Maintenant\u00a0: ${place}`,
  removed: (place) => `Suppression\u00a0: ${place}`,
  fixed: 'Seuls les administrateurs peuvent la modifier.',
  deliveries: 'Livraisons',
  noSteps: 'Ajoutez au moins une étape.',
  startsOff: 'Désactivée jusqu’à ce que vous l’activiez',
  saveAndTurnOn: 'Enregistrer et activer',
};

const run: Text['rules']['run'] = {
  title: (id) => `Exécution ${id}`,
  contact: 'Contact',
  status: 'Statut',
  since: 'Depuis',
  nextAt: 'Suite',
  filter: 'Exécutions par statut',
  all: 'Toutes',
  open: 'Afficher les étapes',
  openOf: (email) => `Afficher les étapes de ${email}`,
  next: (what) => `Ensuite\u00a0: ${what}`,
  none: 'Aucune exécution pour l’instant',
  noneNote:
    'Les exécutions apparaissent ici dès que le déclencheur se produit pour un contact. Essayez la règle sur un contact pour la voir à l’avance.',
  noneSuch: 'Aucune exécution avec ce statut',
  noneOfContact: 'Aucune règle ne s’est exécutée pour ce contact',
  shown: (n) => plural(n, { one: '# exécution affichée', other: '# exécutions affichées' }),
  gone: (id) => `Contact ${id}, supprimé`,
  goneRule: (id) => `Règle ${id}, supprimée`,
  startedBy: (event) => `${event} ·`,
  causedBy: 'Causée par',
  notReached: 'Non atteinte',
  outcomes: {
    done: (detail) => detail,
    unchanged: (why) => unchangedFor(why),
    waiting: (until) => `Attend jusqu’au ${until}`,
    sent: () => 'Envoyé',
    cancelled: () => 'Interrompue',
    stopped: (why) => `Arrêt\u00a0: ${why}`,
    then: () => 'A suivi Oui',
    else: () => 'A suivi Non',
    reached_goal: () => 'Objectif atteint',
    failed: (why) => `Échec\u00a0: ${why}`,
  },
  waited: (until) => `A attendu jusqu’au ${until}`,
  cancel: 'Interrompre l’exécution',
  cancelTitle: (email) => `Interrompre l’exécution pour ${email}\u00a0?`,
  cancelNote: 'Les étapes terminées restent\u00a0; les suivantes ne s’exécutent pas.',
  cancelled: 'Exécution interrompue',
};

const dryRun: Text['rules']['dryRun'] = {
  contact: 'Contact',
  placeholder: 'Rechercher par e-mail ou nom',
  note: 'Chaque étape est essayée puis annulée. Rien ne change et rien n’est envoyé.',
  changed: 'La règle a changé depuis.',
  again: 'Réessayer',
  past: 'N’attendrait pas\u00a0: le moment est passé',
  wouldRun: 'Elle s’exécuterait maintenant pour ce contact.',
  wouldNot: (why) => `Elle ne s’exécuterait pas maintenant\u00a0: ${why}.`,
  woulds: {
    change: (detail) => `Le ferait\u00a0: ${detail}`,
    change_nothing: (why) => unchangedFor(why),
    wait: (until) => `Attendrait jusqu’au ${until}`,
    send: () => 'Serait envoyé',
    stop: (why) => `S’arrêterait\u00a0: ${why}`,
    fail: (why) => `Échouerait\u00a0: ${why}`,
    then: () => 'Suivrait Oui',
    else: () => 'Suivrait Non',
    not_come: () => 'Ne serait pas atteinte',
  },
};

export const rules: Text['rules'] = {
  title: 'Règles',
  note: 'Ce qui arrive à un contact après un événement.',
  newRule: 'Nouvelle règle',
  search: 'Rechercher une règle',
  noneFound: 'Aucune règle ne correspond',
  turn: (name, isOn) => (isOn ? `Activer ${name}` : `Désactiver ${name}`),
  turnOnTitle: (name) => `Activer ${name}\u00a0?`,
  turnOnNote:
    'Les contacts existants ne sont pas concernés\u00a0: elle s’exécute uniquement pour les nouveaux événements.',
  reach,
  reachLoading: 'Vérification des derniers jours…',
  reachUnknown: 'Impossible de déterminer combien de fois elle se serait exécutée.',
  turnedOn: (name) => `${name} activée`,
  turnedOff: (name) => `${name} désactivée. Les exécutions en attente restent où elles sont.`,
  turnOn: 'Activer',
  turnOff: 'Désactiver',
  runs: 'Exécutions',
  tryOn: 'Essayer sur un contact',
  statuses: {
    running: 'En cours',
    waiting: 'En attente',
    done: 'Terminée',
    stopped: 'Arrêtée',
    failed: 'En échec',
    cancelled: 'Interrompue',
    reached_goal: 'Objectif atteint',
  },
  countOf: (n, status) => `${status}\u00a0: ${n}`,
  deleteTitle: (name) => `Supprimer la règle ${name}\u00a0?`,
  deleteNote: (open, all) =>
    [
      ...(open > 0
        ? [
            plural(open, {
              one: '# exécution inachevée va s’arrêter.',
              other: '# exécutions inachevées vont s’arrêter.',
            }),
          ]
        : []),
      ...(all > 0
        ? [
            plural(all, {
              one: 'L’historique de # exécution est supprimé\u00a0; les modifications des contacts restent.',
              other: 'L’historique de # exécutions est supprimé\u00a0; les modifications des contacts restent.',
            }),
          ]
        : []),
      'Cette action est irréversible.',
    ].join(' '),
  deleted: (name) => `Règle ${name} supprimée`,
  none: 'Aucune règle pour l’instant',
  noneNote:
    'Une règle automatise ce que vous feriez à la main\u00a0: quand un contact est ajouté, tagué ou clique sur un lien, elle ajoute des tags ou des listes, attend, ou envoie un e-mail ou un webhook.',
  one: 'Règle',
  parts: 'Parties de la règle',
  runsCounted: (n) => `Exécutions (${n})`,
  saved: (name) => `Règle ${name} enregistrée`,
  secret: {
    title: 'Secret de signature du webhook',
    label: 'Secret',
    once: 'Copiez-le maintenant. Il ne sera plus affiché.',
    done: 'Terminé',
    note: (url) => `Il signe les charges utiles envoyées à ${url}, pour que le destinataire puisse les vérifier.`,
  },
  sets: (name, value) => `${name}\u00a0: ${value === '' ? 'vide' : value}`,
  editor,
  entry: {
    title: 'Entrée',
    note: 'Un contact ne peut pas être plusieurs fois en même temps dans une règle.',
    how: 'Un contact peut entrer',
    ways: {
      again: 'À nouveau, dès que l’exécution précédente est terminée',
      once: 'Une seule fois',
      after: 'À nouveau après un certain temps',
    },
    after: 'Temps depuis la dernière entrée',
    afterSome: (time) => `À nouveau ${time} après la dernière entrée`,
  },
  goal: {
    title: 'Objectif',
    note: 'Met fin à l’exécution à n’importe quelle étape dès que le contact l’atteint.',
    how: 'L’objectif est atteint quand',
    ways: { none: 'Aucun objectif', event: 'Un événement se produit', filter: 'Le contact remplit des conditions' },
  },
  branch: {
    step: (n) => `étape ${n}`,
    lanes: { then: 'Oui', else: 'Non' },
    when: { then: (condition) => condition, else: () => 'Tous les autres' },
    says: (condition) => `Si ${condition}`,
    taken: 'Suit cette branche',
    nothing: 'Aucune étape. Continue en dessous.',
  },
  waitUntil: {
    what: 'Attendre jusqu’à',
    ways: { event: 'Un événement se produit', field: 'Une date du contact' },
    field: 'Champ de date',
    created: 'Date d’ajout',
    when: 'Quand',
    whens: { on: 'Le jour même', before: 'Avant ce jour', after: 'Après ce jour' },
    days: 'Durée',
    dateHint: 'À 9:00 dans le fuseau horaire du contact.',
    atMost: 'Au plus',
    event: (event, atMost) => `Attendre au plus ${atMost} jusqu’à\u00a0: ${event}`,
    date: (date, atMost) => `Attendre jusqu’à\u00a0: ${date}, au plus ${atMost}`,
    earlier: (time, name) => `${time} avant ${name}`,
    later: (time, name) => `${time} après ${name}`,
  },
  counts: {
    none: 'Aucune exécution pour l’instant',
    entered: (n) => `Entrés\u00a0: ${n}`,
    waiting: (n) => `En attente\u00a0: ${n}`,
    went_on: (n) => `Ont continué\u00a0: ${n}`,
    left: (n) => `Sortis\u00a0: ${n}`,
    reached_goal: (n) => `Objectif atteint\u00a0: ${n}`,
    states: {
      waiting: 'En attente à',
      went_on: 'Ont continué après',
      left: 'Sortis à',
      reached_goal: 'Objectif atteint à',
    },
    all: 'Entrés',
    removedStep: 'une étape supprimée',
    showAll: 'Afficher toutes les exécutions',
  },
  run,
  dryRun,
  examples: {
    welcome: {
      name: 'Bienvenue',
      note: 'Les contacts qui rejoignent une liste reçoivent un tag, et un autre deux jours plus tard.',
    },
    winBack: { name: 'Reconquête', note: 'Les clients inactifs depuis 90\u00a0jours reçoivent un tag.' },
    clicked: { name: 'Clic sur l’offre', note: 'Les contacts qui cliquent sur un lien court reçoivent un tag.' },
  },
};
