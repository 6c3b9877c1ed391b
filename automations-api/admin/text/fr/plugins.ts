/** French strings for plugins. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const plugins: Text['plugins'] = {
  title: 'Extensions',
  about: 'Activez et désactivez des parties du service.',
  note: 'Les modifications prennent effet en quelques secondes.',
  plugin: 'Extension',
  state: 'État',
  version: 'Version',
  tables: 'Tables',
  jobs: 'Tâches planifiées',
  job: ({ name, every_seconds: seconds, at }) =>
    seconds === null
      ? `${name} à ${at} UTC`
      : plural(seconds, { one: `${name}, chaque seconde (#)`, other: `${name} toutes les # secondes` }),
  active: 'Active',
  inactive: 'Inactive',
  broken: 'Ne fonctionne pas',
  faultOf: (name) => `${name} ne peut pas fonctionner`,
  needed: 'Requise',
  activate: 'Activer',
  deactivate: 'Désactiver',
  neededNote: 'Cette application en a besoin. Désactivez-la avec la CLI.',
  activated: (name) => `Extension activée\u00a0: ${name}`,
  deactivated: (name) => `Extension désactivée\u00a0: ${name}`,
  deactivateTitle: (name) => `Désactiver ${name}\u00a0?`,
  stops: 'Ses routes et tâches d’arrière-plan s’arrêtent en quelques secondes. Ses données restent.',
  keeps: (n) => plural(n, { one: '# table reste', other: '# tables restent' }),
  automationsStops:
    'Cela arrête l’automatisation des contacts. L’API REST ne répond plus, les contacts ne peuvent plus se désabonner par les liens des e-mails, et les règles, webhooks, e-mails et tâches sont en pause jusqu’à ce que vous la réactiviez.',
  reloadTitle: (name) => `${name} a changé`,
  reloadNote: 'Rechargez cette page dans quelques secondes pour mettre à jour tous les écrans.',
  reload: 'Recharger',
};
