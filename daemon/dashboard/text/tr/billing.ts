/** Turkish strings for plans and billing. */
import { number } from '../../../../shared/ui/text/tr/ui.ts';
import type { Text } from '../text.ts';

export const billing: Text['billing'] = {
  title: 'Faturalama',
  about: 'Planınız, sınırları ve diğer planlar.',
  present: (plan) => `${plan} planı`,
  portal: 'Ödemeyi yönet',
  pastDue: 'Son ödeme başarısız oldu. Ödeme bilgilerinizi güncelleyin; plan birkaç gün daha geçerli.',
  statuses: {
    none: 'Abonelik yok',
    active: 'Ödendi',
    past_due: 'Ödeme başarısız',
    canceled: 'Abonelik sona erdi',
  },
  paid: (interval, next) =>
    `${interval === 'month' ? 'Aylık' : 'Yıllık'} faturalanır.${next ? ` Sonraki ödeme: ${next}.` : ''}`,
  ends: (day) => `Bitiş: ${day}. Çalışma alanı o zaman Free planına geçer.`,
  meters: { links: 'Yeni bağlantılar', clicks: 'Tıklamalar', domains: 'Alan adları', members: 'Üyeler' },
  noLimits: 'Sınırsız',
  noLimitsNote: 'Operatör bu çalışma alanının tüm sınırlarını kaldırdı. Ödeme gerekmez.',
  unlimited: 'sınırsız',
  of: (limit) => `/ ${limit}`,
  resets: (day) => `Aylık kullanımın sıfırlanacağı gün: ${day}.`,
  changedBy: {
    payment: 'Yükseltmeler ödeme yapılınca, düşürmeler dönem sonunda başlar.',
    admin: 'Burada ödemeler kapalı: istediğiniz plana ücretsiz geçin.',
    operator: 'Planınızı operatör belirler. Değiştirmesini isteyin.',
  },
  adminsChange: 'Planı yalnızca yöneticiler değiştirebilir.',
  plans: 'Planlar',
  interval: 'Faturalama',
  intervals: { month: 'Aylık', year: 'Yıllık' },
  yours: 'Planınız',
  choose: (plan) => `${plan} planını seç`,
  beyond: (plan, isMore) => (isMore ? `${plan} planındaki her şey, ayrıca` : `${plan} planındaki her şey`),
  limits: {
    links: (n) => `Ayda ${n} yeni bağlantı`,
    clicks: (n) => `Ayda ${n} tıklama`,
    history: (days) => (days % 365 === 0 ? `${number(days / 365)} yıllık analiz` : `${number(days)} günlük analiz`),
    historyAll: 'Sınırsız analiz geçmişi',
    domains: (n) => `${n} alan adı`,
    members: (n) => `${n} üye`,
    requests: (n) => `Dakikada ${n} API isteği`,
  },
  features: {
    password: 'Parolalar',
    expiresAt: 'Süre sonu ve süre sonu URL’si',
    expiredUrl: 'Süre sonu ve süre sonu URL’si',
    startsAt: 'Planlı başlangıç',
    notStartedUrl: 'Planlı başlangıç',
    maxClicks: 'Tıklama sınırı',
    geo: 'Ülkeye göre hedefler',
    iosUrl: 'Cihaza göre hedefler',
    androidUrl: 'Cihaza göre hedefler',
    fg: 'Kendi renklerinizde QR kodları',
    bg: 'Kendi renklerinizde QR kodları',
    export: 'Tıklamaları dışa aktarma',
  },
  downTitle: (plan) => `${plan} planına geçilsin mi?`,
  downNote: 'Bağlantılar yönlendirmeyi sürdürür. Kaybedecekleriniz:',
  lost: {
    feature: (feature) => `${feature}: mevcut ayarlar kalır, yenileri yapılamaz`,
    history: (days) => `${number(days)} günden eski analizler silinir`,
    domains: (used, limit) => `Kullanılan alan adı: ${used}, izin verilen: ${limit}. Yenisini bağlayamazsınız`,
    members: (used, limit) => `Üye: ${used}, izin verilen: ${limit}. Yenisini davet edemezsiniz`,
    links: (used, limit) => `Bu ay oluşturulan bağlantı: ${used}, izin verilen: ${limit}. Yenisi gelecek ay`,
  },
};

export const planRoom: Text['planRoom'] = {
  full: (plan, most) => `${plan} planının sınırı doldu: ${most}.`,
  next: (plan, limit) => `${plan} planının sınırı: ${limit}.`,
  unlimited: 'istediğiniz kadar',
  see: 'Planları gör',
  domains: (limit) => `${number(limit)} alan adı`,
  members: (limit) => `${number(limit)} üye`,
};
