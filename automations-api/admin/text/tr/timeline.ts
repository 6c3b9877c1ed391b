/** Turkish strings for timelines and notes. */
import type { Text } from '../text.ts';

/** The headings of events. */
const events: Text['timeline']['events'] = {
  'contact.created': 'Eklendi',
  'contact.updated': 'Değiştirildi',
  'contact.status_changed': 'Durum değişti',
  'contact.email_changed': 'E-posta değişti',
  'contact.merged': 'Başka bir kişiyle birleştirildi',
  'tag.added': 'Etiket eklendi',
  'tag.removed': 'Etiket kaldırıldı',
  'list.added': 'Listeye eklendi',
  'list.removed': 'Listeden çıkarıldı',
  'note.added': 'Not',
  'note.updated': 'Not değiştirildi',
  'note.deleted': 'Not silindi',
  'email.sent': 'E-posta gönderildi',
  'link.clicked': 'Bağlantı tıklandı',
  custom: 'Olay',
  'webhook.delivered': 'Webhook teslim edildi',
  'webhook.failed': 'Webhook başarısız',
  'form.submitted': 'Form gönderildi',
};

export const timeline: Text['timeline'] = {
  title: 'Zaman çizelgesi',
  none: 'Henüz bir şey olmadı',
  more: 'Daha fazla göster',
  note: 'Not',
  addNote: 'Not ekle',
  noteText: 'Not metni',
  editNote: 'Notu düzenle',
  deleteNote: 'Notu sil',
  deleteNoteTitle: 'Bu not silinsin mi?',
  deleteNoteNote: 'Metni kalıcı olarak silinir. Zaman çizelgesinde bir kayıt kalır.',
  noteDeleted: 'Not silindi',
  noteGone: 'Bu not silindi.',
  show: 'Göster',
  views: {
    all: 'Tümü',
    notes: 'Notlar',
    changes: 'Değişiklikler',
    terms: 'Etiketler ve listeler',
    clicks: 'Tıklamalar',
    events: 'Olaylar',
  },
  by: ({ type, name }) =>
    ({
      user: name,
      api_key: name ? `API anahtarı ${name}` : 'bir API anahtarı',
      rule: `kural ${name}`,
      hook: `gelen webhook ${name}`,
      plugin: `eklenti ${name}`,
      job: 'bir iş',
      import: 'bir içe aktarma',
      contact: 'kişi',
      command_line: 'komut satırı',
      system: 'Waypost',
    })[type] ?? type,
  changed: (name, from, to) => `${name ? `${name}: ` : ''}${from === '—' ? to : `${from} → ${to}`}`,
  events,
};
