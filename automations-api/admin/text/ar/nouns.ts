/** Counted Arabic nouns. `…Of` is the form after prepositions and verbal nouns. */
import { nouns } from '../../../../shared/ui/text/ar/ui.ts';

export const [countContacts, countContactsOf] = nouns(
  'جهة اتصال واحدة',
  'جهتا اتصال',
  'جهتي اتصال',
  'جهات اتصال',
  'جهة اتصال',
  'جهة اتصال',
);
