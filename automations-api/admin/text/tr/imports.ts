/** Turkish strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/tr/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'İçe aktar',
    {
      one: 'kişi',
      many: 'Kişiler',
      them: 'kişileri',
      note: 'Başka bir sistemdeki veya elektronik tablodaki kişileri alanları, etiketleri ve listeleriyle aktarın.',
      left: 'etiketler, listeler ve özel alanlar',
      files: 'CSV, JSON veya JSON Lines, sıkıştırılmış da olabilir, ya da bir ZIP içinde birkaç dosya',
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
      label: 'Kişi zaten varsa',
      options: {
        fill: 'Yalnızca boş alanları doldur, etiket ve liste ekle',
        change: 'Kişiyi değiştir',
        skip: 'Satırı atla',
      },
      defaultStatus: {
        label: 'Durumu olmayan kişiler',
        hint: '“Abone” durumunu yalnızca e-postalarınızı kabul edenler için seçin.',
        options: { unverified: 'Onaylanmadı', subscribed: 'Abone' },
      },
      refusesFaultyCells: {
        label: 'Hatalı hücresi olan satırları reddet',
        hint: 'Aksi halde okunamayan tarih, sayı veya seçenek bir notla hariç tutulur ve kişi içe aktarılır.',
      },
      resubscribe: {
        label: 'Abonelikten çıkan ve geri dönen kişileri dahil et',
        hint: 'Dosya öyle diyorsa onları yeniden abone yapar. Yalnızca izinleriyle kullanın.',
      },
    },
  ),
  from: {
    title: 'Bu WordPress’ten',
    note: 'Waypost kişileri bir kez okur ve orada hiçbir şeyi değiştirmez. Önce içe aktarmanın ne yapacağını görürsünüz.',
    action: (plugin, contacts) => `Kaynak: ${plugin} (${contacts})`,
  },
  forAllRows: { tag: 'Tüm satırlar için etiketler', list: 'Tüm satırlar için listeler' },
  newFields: {
    text: 'Yeni alan: metin',
    number: 'Yeni alan: sayı',
    date: 'Yeni alan: tarih',
    textarea: 'Yeni alan: uzun metin',
  },
  who: 'Kişileri editörler ve yöneticiler içe aktarabilir. Birinden isteyin.',
};
