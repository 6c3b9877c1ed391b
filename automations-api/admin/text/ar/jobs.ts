/** Arabic strings for jobs. */
import { number } from '../../../../shared/ui/text/ar/ui.ts';
import type { Text } from '../text.ts';
import { countContactsOf } from './nouns.ts';

const actions: { [action: string]: string } = {
  add_tags: 'إضافة وسوم',
  remove_tags: 'إزالة وسوم',
  add_lists: 'الإضافة إلى قوائم',
  remove_lists: 'الإزالة من قوائم',
  set_status: 'تعيين الحالة',
  set_field: 'تعيين حقل',
  add_points: 'إضافة نقاط',
  delete: 'حذف',
};

export const jobs: Text['jobs'] = {
  title: 'المهام',
  note: 'تغييرات على عدة جهات اتصال دفعة واحدة. تُحفظ المهام لمدة 90 يومًا.',
  job: 'المهمة',
  status: 'الحالة',
  progress: 'جهات الاتصال',
  created: 'تاريخ الإنشاء',
  statuses: {
    queued: 'في قائمة الانتظار',
    running: 'قيد التنفيذ',
    done: 'مكتملة',
    cancelled: 'ملغاة',
    failed: 'فشلت',
  },
  actions,
  failures: (n) => `فشل ${number(n)}`,
  doneOf: (done, all) => `${done} من ${all}`,
  none: 'لا توجد مهام بعد',
  noneNote: 'حدد عدة جهات اتصال في القائمة لتغييرها دفعة واحدة.',
  cancel: 'إلغاء المهمة',
  cancelJob: (id) => `إلغاء المهمة ${id}`,
  cancelTitle: 'هل تريد إلغاء هذه المهمة؟',
  cancelNote: 'تبقى جهات الاتصال التي تغيّرت بالفعل كما هي.',
  doing: (action) => `جارٍ التنفيذ: ${actions[action] ?? action.replaceAll('_', ' ')}…`,
  ended: (status, action, done, failed) => {
    if (status === 'cancelled') return `تم الإلغاء بعد ${countContactsOf(done)}`;
    const failures = failed > 0 ? `، وفشل ${number(failed)}` : '';
    return `${action === 'delete' ? 'تم حذف' : 'تم تحديث'} ${countContactsOf(done)}${failures}`;
  },
};
