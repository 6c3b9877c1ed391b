/** Turkish strings for the list of contacts. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

const many: Text['contacts']['many'] = {
  tags: 'Etiketler',
  lists: 'Listeler',
  status: 'Durum',
  field: 'Alan',
  fieldTitle: (n) => `${number(n)} kişinin alanı`,
  emptyClears: 'Alanı temizlemek için boş bırakın.',
  resubscribe: 'Abonelikten çıkanları ve şikâyet edenleri dahil et',
  resubscribeHint: 'Aksi halde e-posta istemeyen kişiler durumunu korur.',
  tooMany: (n) =>
    `Tek tek en çok ${number(n)} kişi seçebilirsiniz. Bunun yerine bir filtreyle eşleşenlerin tümünü seçin.`,
  how: 'İşlem',
  hows: { add: 'Ekle', remove: 'Kaldır' },
  statusTitle: (n) => `${number(n)} kişinin durumu`,
  termsTitle: (what, n) => `${number(n)} kişinin ${what === 'tags' ? 'etiketleri' : 'listeleri'}`,
  deleteTitle: (n) => `${number(n)} kişi silinsin mi?`,
  deleteNote: (n) =>
    n === 1
      ? 'Kişiyi tüm verileriyle siler. Bu işlem geri alınamaz.'
      : 'Kişileri tüm verileriyle siler. Bu işlem geri alınamaz.',
};

export const contacts: Text['contacts'] = {
  title: 'Kişiler',
  search: 'Kişi ara',
  add: 'Kişi ekle',
  customFields: 'Özel alanlar',
  added: (email) => `${email} eklendi`,
  saved: (email) => `${email} kaydedildi`,
  export: 'Dışa aktar',
  exportThese: 'Bunları dışa aktar',
  open: 'Aç',
  edit: 'Durum, etiketler ve listeler',
  editTitle: (email) => `Durum, etiketler ve listeler: ${email}`,
  deleteTitle: (name) => `${name} silinsin mi?`,
  deleteNote: 'Kişiyi tüm verileriyle siler. Bu işlem geri alınamaz.',
  deleted: (email) => `${email} silindi`,
  none: 'Eşleşen kişi yok',
  clearFilters: 'Aramayı ve filtreleri temizle',
  empty: 'Henüz kişi yok',
  emptyNote: 'Kişileri içe aktarın, buradan ekleyin veya mağazanız ile formlarınız REST API üzerinden eklesin.',
  columns: {
    contact: 'Kişi',
    place: 'Konum',
    changed: 'Değişiklik',
    added: 'Eklenme',
  },
  types: { lead: 'Aday müşteri', customer: 'Müşteri' },
  rowsAPage: (n) => `Sayfa başına ${number(n)} satır`,
  addFirst: 'Kişi ekle',
  importFirst: 'Kişileri içe aktar',
  merge: 'Birleştir…',
  editTags: (email) => `Etiketleri düzenle: ${email}`,
  tagsOf: (email) => `Etiketler: ${email}`,
  status: {
    menu: (email, status) => `Durum, ${email}: ${status}`,
    changed: (email, status) => `${email} için yeni durum: ${status.toLocaleLowerCase('tr')}`,
    resubscribe: 'Yeniden abone yap',
    resubscribeTitle: (email) => `${email} yeniden abone yapılsın mı?`,
    resubscribeNote: (status) =>
      `Bu kişi e-posta almak istemiyor (${status.toLocaleLowerCase('tr')}). Yalnızca yeniden e-posta istediyse devam edin.`,
  },
  sorts: {
    creation_date: 'eklenme',
    last_modified: 'değişiklik',
    f_name: 'ad',
    l_name: 'soyad',
    email: 'e-posta',
  },
  fields: {
    email: 'E-posta',
    f_name: 'Ad',
    l_name: 'Soyad',
    contact_no: 'Telefon',
    country: 'Ülke',
    state: 'İl veya eyalet',
    timezone: 'Saat dilimi',
    type: 'Tür',
    source: 'Kaynak',
    points: 'Puan',
    status: 'Durum',
    tags: 'Etiketler',
    lists: 'Listeler',
  },
  many,
  keys: {
    next: 'Sonraki satır',
    before: 'Önceki satır',
    select: 'Satırı seç',
    edit: 'Satırın durumu, etiketleri ve listeleri',
    clear: 'Seçimi temizle',
  },
};
