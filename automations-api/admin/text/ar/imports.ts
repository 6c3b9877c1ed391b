/** Arabic strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/ar/import.ts';
import type { Text } from '../text.ts';
import { countContacts, countContactsOf } from './nouns.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'الاستيراد',
    {
      counted: countContacts,
      countedOf: countContactsOf,
      one: 'جهة الاتصال',
      all: 'جهات الاتصال',
      note: 'انقل جهات الاتصال من نظام آخر أو جدول بيانات، مع حقولها ووسومها وقوائمها.',
      left: 'الوسوم والقوائم والحقول المخصصة',
      files: 'ملفات CSV أو JSON أو JSON Lines، ولو كانت مضغوطة، أو عدة ملفات في ZIP',
      formats: {
        waypost: 'Waypost',
        fluentcrm: 'FluentCRM',
        funnelkit: 'FunnelKit',
        hubspot: 'HubSpot',
        listmonk: 'listmonk',
        mailchimp: 'Mailchimp',
      },
    },
    {
      label: 'إذا كانت جهة الاتصال موجودة',
      options: {
        fill: 'ملء الحقول الفارغة فقط، وإضافة الوسوم والقوائم',
        change: 'تغيير جهة الاتصال',
        skip: 'تخطي الصف',
      },
      defaultStatus: {
        label: 'جهات الاتصال من دون حالة',
        hint: 'اختر «مشترك» فقط لمن وافقوا على تلقي رسائلك.',
        options: { unverified: 'غير مؤكَّد', subscribed: 'مشترك' },
      },
      refusesFaultyCells: {
        label: 'رفض الصفوف التي فيها خلايا خاطئة',
        hint: 'وإلا يُستبعد كل تاريخ أو رقم أو خيار تتعذر قراءته، مع ملاحظة، وتُستورد جهة الاتصال.',
      },
      resubscribe: {
        label: 'تضمين من ألغوا الاشتراك ومن ارتدت رسائلهم',
        hint: 'يعيد اشتراكهم إذا نصّ الملف على ذلك. استخدمه بموافقتهم فقط.',
      },
    },
  ),
  from: {
    title: 'من WordPress هذا',
    note: 'يقرأ Waypost جهات الاتصال مرة واحدة ولا يغيّر شيئًا هناك. ترى أولاً ما سيفعله الاستيراد.',
    action: (plugin, contacts) => `من \u2068${plugin}\u2069: ${contacts}`,
  },
  forAllRows: { tag: 'وسوم لكل الصفوف', list: 'قوائم لكل الصفوف' },
  newFields: {
    text: 'حقل جديد: نص',
    number: 'حقل جديد: رقم',
    date: 'حقل جديد: تاريخ',
    textarea: 'حقل جديد: نص طويل',
  },
  who: 'يمكن للمحررين والمديرين استيراد جهات الاتصال. اطلب ذلك من أحدهم.',
};
