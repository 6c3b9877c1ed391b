/** Turkish strings for jobs. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

const actions: Record<string, string> = {
  add_tags: 'Etiket ekle',
  remove_tags: 'Etiket kaldır',
  add_lists: 'Listelere ekle',
  remove_lists: 'Listelerden çıkar',
  set_status: 'Durumu ayarla',
  set_field: 'Alanı ayarla',
  add_points: 'Puan ekle',
  delete: 'Sil',
};

const doing: Record<string, string> = {
  add_tags: 'Etiketler ekleniyor',
  remove_tags: 'Etiketler kaldırılıyor',
  add_lists: 'Listelere ekleniyor',
  remove_lists: 'Listelerden çıkarılıyor',
  set_status: 'Durum ayarlanıyor',
  set_field: 'Alan ayarlanıyor',
  add_points: 'Puan ekleniyor',
  delete: 'Siliniyor',
};

export const jobs: Text['jobs'] = {
  title: 'İşler',
  note: 'Birçok kişide aynı anda yapılan değişiklikler. İşler 90 gün saklanır.',
  job: 'İş',
  status: 'Durum',
  progress: 'Kişiler',
  created: 'Oluşturulma',
  statuses: {
    queued: 'Sırada',
    running: 'Sürüyor',
    done: 'Tamamlandı',
    cancelled: 'İptal edildi',
    failed: 'Başarısız',
  },
  actions,
  failures: (n) => `${number(n)} başarısız`,
  doneOf: (done, all) => `${done} / ${all}`,
  none: 'Henüz iş yok',
  noneNote: 'Birlikte değiştirmek için listede birkaç kişi seçin.',
  cancel: 'İşi iptal et',
  cancelJob: (id) => `İşi iptal et: ${id}`,
  cancelTitle: 'Bu iş iptal edilsin mi?',
  cancelNote: 'Değiştirilmiş kişiler öyle kalır.',
  doing: (action) => `${doing[action] ?? action.replaceAll('_', ' ')}…`,
  ended: (status, action, done, failed) => {
    if (status === 'cancelled') return `${number(done)} kişiden sonra iptal edildi`;
    const rest = failed > 0 ? `, ${number(failed)} başarısız` : '';
    return action === 'delete' ? `${number(done)} kişi silindi${rest}` : `${number(done)} kişi güncellendi${rest}`;
  },
};
