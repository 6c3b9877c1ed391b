/** Turkish strings for the audit log. */
import type { AuditWords } from '../en/audit.ts';
import type { AnyText } from '../shape.ts';
import { number } from './ui.ts';

export const auditWords: AnyText<AuditWords> = {
  title: 'Denetim günlüğü',
  all: 'Her şey',
  by: 'Yapan',
  everybody: 'Herkes',
  from: 'Başlangıç',
  to: 'Bitiş',
  clear: 'Filtreleri temizle',
  none: 'Henüz kayıt yok',
  noneFound: 'Eşleşen kayıt yok',
  noneYet: 'Henüz bir şey bulunamadı',
  noneYetNote: 'Daha eski kayıtlar henüz aranmadı. Devam etmek için “Daha fazla göster” düğmesini seçin.',
  shown: (n) => `${number(n)} kayıt`,
  byKey: 'API anahtarıyla',
  when: 'Zaman',
  action: 'İşlem',
  object: 'Nesne',
};
