/** French strings for second factors. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const secondFactor: Text['secondFactor'] = {
  title: 'Second facteur',
  note: 'Une seconde preuve d’identité en plus de votre mot de passe.',
  none: 'Vous vous connectez avec un mot de passe seul. Ajoutez une application d’authentification ou une clé d’accès pour protéger votre compte.',
  needed: 'Configurez un second facteur',
  neededNote: 'Tout le monde en a besoin ici. Ajoutez-le pour continuer.',
  unverified:
    'Vérifiez d’abord votre adresse e-mail\u00a0: ouvrez le lien qui y a été envoyé. Vous pourrez ensuite ajouter un second facteur.',
  types: { totp: 'Application d’authentification', passkey: 'Clé d’accès' },
  addApp: 'Ajouter une application',
  addPasskey: 'Ajouter une clé d’accès',
  added: (type) => `${type} ajoutée`,
  turnOn: 'Activer',
  continue: 'Continuer',
  name: 'Nom',
  nameHint: 'Un nom que vous reconnaîtrez.',
  scan: 'Scannez ce code avec une application d’authentification ou saisissez la clé. Saisissez ensuite les six chiffres affichés.',
  qrCode: 'QR code pour l’application d’authentification',
  secret: 'Clé',
  code: 'Code',
  appCodeHint: 'Six chiffres. Ils changent toutes les 30\u00a0secondes.',
  passkeyNote:
    'Votre navigateur demande votre empreinte, votre visage, votre code PIN ou votre clé de sécurité. Une clé d’accès vous connecte aussi sans mot de passe.',
  passkeyNotUsed: 'Le navigateur n’a pas utilisé de clé d’accès. Réessayez.',
  passkeyKnown: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  codes: 'Codes de récupération',
  codesOnce: 'Conservez ces codes maintenant. Ils ne seront plus affichés.',
  codesNote:
    'Chacun fonctionne une fois à la place d’un code ou d’une clé d’accès, au cas où vous perdriez votre appareil.',
  kept: 'Je les ai conservés',
  codesLeft: (count) =>
    count === 0
      ? 'Il ne reste aucun code de récupération.'
      : plural(count, {
          one: 'Il reste # code de récupération.',
          other: 'Il reste # codes de récupération.',
        }),
  finish: 'Terminé',
  renewCodes: 'Nouveaux codes de récupération',
  renewTitle: 'Créer de nouveaux codes de récupération\u00a0?',
  renewNote: 'Vos codes actuels cessent de fonctionner.',
  remove: 'Retirer',
  removeTitle: (name) => `Retirer ${name}\u00a0?`,
  removeNote: 'Vous ne pourrez plus l’utiliser pour vous connecter.',
  removeLast:
    'C’est le dernier. Votre mot de passe suffira pour vous connecter, et vos codes de récupération cesseront de fonctionner.',
  removed: (name) => `Second facteur retiré\u00a0: ${name}`,
};
