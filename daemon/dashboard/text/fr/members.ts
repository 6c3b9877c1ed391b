/** French strings for members and invitations. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const members: Text['members'] = {
  title: 'Membres',
  name: 'Nom',
  role: 'Rôle',
  joined: 'Membre depuis',
  invite: 'Inviter',
  inviteTitle: 'Inviter un membre',
  email: 'E-mail',
  send: 'Envoyer l’invitation',
  roleNotes: {
    admin: 'Accès complet, y compris aux membres, domaines, facturation et paramètres',
    member: 'Crée, modifie et supprime des liens',
    viewer: 'Accès en lecture seule aux liens et aux statistiques',
  },
  you: 'vous',
  owner: 'Propriétaire',
  invited: 'Invité',
  invitedAt: (when) => `Invitation\u00a0: ${when}`,
  seats: (used, limit) =>
    plural(used, { one: `# place sur ${limit} utilisée`, other: `# places sur ${limit} utilisées` }),
  seatsOpen: (used) => plural(used, { one: '# membre', other: '# membres' }),
  changeRole: (role) => `Nommer ${role.toLowerCase()}`,
  changed: (who, role) => `Nouveau rôle de ${who}\u00a0: ${role.toLowerCase()}`,
  remove: 'Retirer',
  removeTitle: (who) => `Retirer ${who}\u00a0?`,
  removeNote:
    'Cette personne perd aussitôt l’accès, et les clés API qu’elle a créées ici cessent de fonctionner. Ses liens restent.',
  removed: (who) => `Membre retiré\u00a0: ${who}`,
  resend: 'Renvoyer l’invitation',
  cancel: 'Révoquer l’invitation',
  cancelTitle: (email) => `Révoquer l’invitation pour ${email}\u00a0?`,
  cancelNote: 'Le lien d’invitation cesse de fonctionner et la place se libère.',
  cancelled: (email) => `Invitation pour ${email} révoquée`,
  linkTitle: (email) => `Invitation créée pour ${email}`,
  linkByMail: 'Un e-mail contenant ce lien est en route. Vous pouvez aussi partager le lien vous-même.',
  linkByHand: 'Aucun serveur de messagerie n’est configuré. Partagez ce lien vous-même.',
  linkWithContacts:
    'Un nouveau compte n’obtient son rôle dans les contacts que par le lien de l’e-mail. Ce lien-ci est pour un compte vérifié.',
  linkNote: (days) =>
    plural(days, {
      one: 'Affiché une seule fois. Expire dans # jour\u00a0; uniquement pour cette adresse e-mail.',
      other: 'Affiché une seule fois. Expire dans # jours\u00a0; uniquement pour cette adresse e-mail.',
    }),
  link: 'Lien d’invitation',
  done: 'Terminé',
  alone: 'Aucun autre membre pour l’instant',
  aloneNote: 'Invitez votre équipe. Les lecteurs ont un accès en lecture seule\u00a0; les membres créent des liens.',
  transfer: 'Nommer propriétaire',
  contacts: {
    in: (role) => `${role} dans les contacts`,
    role: 'Rôle dans les contacts',
    none: 'Aucun accès',
    roles: { administrator: 'Administrateur', editor: 'Éditeur', viewer: 'Lecteur' },
    change: 'Rôle dans les contacts…',
    title: (who) => `Rôle de ${who} dans les contacts`,
    changed: (who) => `Rôle de ${who} dans les contacts changé`,
    removeToo: 'Retirer aussi son rôle dans les contacts',
  },
};
