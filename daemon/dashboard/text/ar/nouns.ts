/** Counted Arabic nouns. `…Of` is the form after prepositions and verbal nouns. */
import { nouns } from '../../../../shared/ui/text/ar/ui.ts';

export const [countLinks, countLinksOf] = nouns('رابط واحد', 'رابطان', 'رابطين', 'روابط', 'رابطًا', 'رابط');
export const [countClicks, countClicksOf] = nouns('نقرة واحدة', 'نقرتان', 'نقرتين', 'نقرات', 'نقرة', 'نقرة');
export const [countDays, countDaysOf] = nouns('يوم واحد', 'يومان', 'يومين', 'أيام', 'يومًا', 'يوم');
export const [countDomains] = nouns('نطاق واحد', 'نطاقان', 'نطاقين', 'نطاقات', 'نطاقًا', 'نطاق');
export const [countMembers, countMembersOf] = nouns('عضو واحد', 'عضوان', 'عضوين', 'أعضاء', 'عضوًا', 'عضو');
