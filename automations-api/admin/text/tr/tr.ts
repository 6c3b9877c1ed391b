/**
 * Turkish strings that screens share, and each screen's own strings from `tr/`. Strings with a number or a name are
 * functions.
 */
import { number, ui } from '../../../../shared/ui/text/tr/ui.ts';
import type { FirstText } from '../text.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { timeline } from './timeline.ts';

export const tr: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Kişiler, etiketleri ve listeleri, kurallar ve webhook’lar.',
    noScript: 'Bu sayfa JavaScript gerektirir.',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: 'Tüm zamanlar' } } },
  counts: {
    contacts: (n) => `${number(n)} kişi`,
  },
  health: {
    title: 'Sistem durumu',
    about: 'Veritabanları, posta sunucusu, bekleyen e-postalar, webhook’lar ve işler.',
  },
  roles: { administrator: 'Yönetici', editor: 'Editör', viewer: 'Görüntüleyici' },
  actions: ui.buttons,
  saveBar: {
    label: 'Değişiklikler',
    notSaved: 'Henüz kaydedilmedi',
    unsaved: 'Kaydedilmemiş değişiklikler',
    allSaved: 'Tüm değişiklikler kaydedildi',
    discard: 'Vazgeç',
  },
  leave: { title: 'Kaydetmeden çıkılsın mı?', action: 'Çık', note: 'Buradaki değişiklikleriniz kaybolur.' },
  statuses: {
    unverified: 'Onaylanmadı',
    subscribed: 'Abone',
    bounced: 'Geri döndü',
    unsubscribed: 'Abonelikten çıktı',
    soft_bounced: 'Geçici geri döndü',
    complaint: 'Şikâyet',
  },
  more: (n) => `ve ${number(n)} tane daha`,
  usedBy: { rules: 'Kurallar', segments: 'Segmentler' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'Bu alan boş olamaz.',
  preview: {
    title: 'Önizleme',
    of: (what) => `Önizleme: ${what}`,
    part: 'Düzenleyicinin bölümü',
    parts: { edit: 'Düzenle', preview: 'Önizleme' },
    width: 'Genişlik',
    widths: { desktop: 'Masaüstü', phone: 'Telefon' },
    theme: 'Tema',
    themes: { light: 'Açık', dark: 'Koyu' },
  },
  refused: {
    editor: 'Bu sayfayı yalnızca editörler ve yöneticiler açabilir',
    administrator: 'Bu sayfayı yalnızca yöneticiler açabilir',
    note: 'Bir yöneticiden rolünüzü değiştirmesini isteyin.',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'Açık',
    off: 'Kapalı',
    state: 'Açık veya kapalı',
    changed: 'Değişiklik',
    changedAt: 'değişiklik:',
    url: 'URL',
    copyUrl: (name) => `URL’yi kopyala: ${name}`,
    open: 'Aç',
    duplicate: 'Çoğalt',
    copyOf: (name) => `${name} (kopya)`,
    examples: 'Bir örnekle başlayın',
  },
  members: {
    template: { choose: 'Şablon seçin', create: 'Yeni e-posta şablonu', open: 'Şablonu aç' },
    unit: 'Birim',
    units: { second: 'Saniye', minute: 'Dakika', hour: 'Saat', day: 'Gün', week: 'Hafta' },
    field: 'Alan',
    anotherField: 'Başka alan',
    chooseField: 'Alan seçin',
    fieldHint: 'Alanı temizlemek için boş bırakın.',
    noFields: 'Henüz alan yok. Alanlar bölümünde ekleyin.',
  },
  cards: {
    saved: (title) => `Kaydedildi: ${title}`,
    done: (label) => `${label}: tamam`,
    noRows: 'Gösterilecek bir şey yok',
    nothing: 'Rolünüz için gösterilecek bir şey yok',
    broken: 'Bu kart yüklenemedi',
    yes: 'Evet',
    no: 'Hayır',
  },
  account: {
    signInAgain: 'Yeni sekmede oturum aç',
  },
  preferences: {
    title: 'Tercihler',
    about: 'Bu tarayıcıdaki tema, saat dilimi ve klavye kısayolları.',
  },
};
