/** Arabic strings for filters and their conditions. */
import { number } from '../../../../shared/ui/text/ar/ui.ts';
import type { Text } from '../text.ts';
import { countContacts } from './nouns.ts';

const isolated = (value: string | undefined) => `\u2068${value}\u2069`;

export const filter: Text['filter'] = {
  title: 'الفلاتر',
  add: 'إضافة شرط',
  all: 'كل جهات الاتصال (بلا شروط)',
  clear: 'مسح الكل',
  show: (contacts) => `عرض النتائج: ${contacts}`,
  /** Label of the operator's menu. */
  howOf: (name) => `\u2068${name}\u2069: المقارنة`,
  kinds: {
    search: 'البحث',
    email: 'البريد الإلكتروني',
    ids: 'جهات اتصال مختارة',
    status: 'الحالة',
    tag: 'الوسم',
    list: 'القائمة',
    segment: 'الشريحة',
    country: 'البلد',
    state: 'الولاية أو المحافظة',
    source: 'المصدر',
    type: 'النوع',
    points: 'النقاط',
    added: 'تاريخ الإضافة',
    changed: 'آخر تغيير',
    clicked_link: 'الرابط المنقور',
    clicked_tag: 'وسم الرابط المنقور',
    import: 'الاستيراد',
    event: 'الحدث',
    field: 'الحقل',
    criterion: 'شرط إضافة',
    groups: 'أي من عدة مجموعات',
  },
  hows: {
    any: 'واحد من',
    all: 'كل من',
    none: 'لا شيء من',
    contains: 'يحتوي على',
    between: 'من – حتى',
    empty: 'بلا قيمة',
    filled: 'له قيمة',
  },
  hints: {
    search: 'جزء من البريد الإلكتروني أو الاسم أو رقم الهاتف.',
    email: 'البريد الإلكتروني كاملاً.',
    source: 'كيفية إضافة جهات الاتصال، مثل public_api، أو admin إذا أُضيفت يدويًا.',
    added: 'الأيام بتوقيت UTC.',
    changed: 'الأيام بتوقيت UTC.',
    clicked_link: 'روابط مختصرة.',
    clicked_tag: 'الوسوم التي كانت للرابط عند النقر عليه.',
  } as { [kind: string]: string },
  types: { lead: 'عميل محتمل', customer: 'عميل' } as { [type: string]: string },
  event: {
    name: 'أي حدث',
    times: 'على الأقل (عدد المرات)',
    within: 'خلال',
    always: 'أي وقت، أو \u206830 days\u2069',
    detail: 'التفصيل',
    operator: 'المقارنة',
    value: 'القيمة',
    details: 'التفاصيل بصيغة JSON',
    operators: { equal: 'يساوي', over: 'أكبر من', under: 'أصغر من', contains: 'يحتوي على' },
    /** `times`: undefined if once is enough. */
    says: (name, times, within, details) =>
      [
        times === '0' ? `لم يقع الحدث \u2068${name}\u2069` : `الحدث \u2068${name}\u2069`,
        times !== undefined && times !== '0' && `عدد المرات: ${times} على الأقل`,
        within && `خلال \u2068${within}\u2069`,
        details && `مع \u2068${details}\u2069`,
      ]
        .filter(Boolean)
        .join('، '),
  },
  groups: {
    title: 'واحدة على الأقل من هذه المجموعات',
    one: (n) => `المجموعة ${number(n)}`,
    add: 'إضافة مجموعة',
    empty: 'لا شروط بعد. تُتجاهل المجموعات الفارغة.',
    says: (groups) => (groups.length === 1 ? groups.join() : groups.map((one) => `(${one})`).join(' أو ')),
  },
  from: 'من',
  until: 'حتى',
  /** Label of a condition's control. */
  control: (name, how) =>
    ({ any: name, all: `${name} (كل من)`, none: `${name} (لا شيء من)`, contains: `${name} (يحتوي على)` })[how],
  unknownField: (id) => `الحقل \u2068${id}\u2069`,
  says: {
    any: (name, values) => `${name}: ${values.map(isolated).join(' أو ')}`,
    all: (name, values) => `${name}: ${values.map(isolated).join(' و')}`,
    none: (name, values) => `${name}: ليس ${values.map(isolated).join(' ولا ')}`,
    contains: (name, [value]) => `${name}: يحتوي على ${isolated(value)}`,
    between: (name, [from, until]) =>
      [name, from && `من ${isolated(from)}`, until && `حتى ${isolated(until)}`].filter(Boolean).join(' '),
    empty: (name) => `${name}: بلا قيمة`,
    filled: (name) => `${name}: له قيمة`,
  },
  chosen: countContacts,
  everybody: 'كل جهات الاتصال',
};
