/** Japanese strings for plans and billing. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

export const billing: Text['billing'] = {
  title: '請求',
  about: '現在のプランとその上限、他のプラン。',
  present: (plan) => `${plan} プラン`,
  portal: '支払いを管理',
  pastDue: '前回の支払いに失敗しました。支払い情報を更新してください。プランは数日間維持されます。',
  statuses: {
    none: '契約なし',
    active: '支払い済み',
    past_due: '支払い失敗',
    canceled: '契約終了',
  },
  paid: (interval, next) =>
    `${interval === 'month' ? '月払いです。' : '年払いです。'}${next ? `次回の支払い: ${next}。` : ''}`,
  ends: (day) => `${day} に終了し、ワークスペースは Free に移行します。`,
  meters: { links: '新しいリンク', clicks: 'クリック', domains: 'ドメイン', members: 'メンバー' },
  noLimits: '上限なし',
  noLimitsNote: '運営者がこのワークスペースの上限をすべて解除しました。支払いは不要です。',
  unlimited: '無制限',
  of: (limit) => `/ ${limit}`,
  resets: (day) => `月間使用量は ${day} にリセットされます。`,
  changedBy: {
    payment: 'アップグレードは支払い後に、ダウングレードは期間の終了時に適用されます。',
    admin: '支払いは無効です。どのプランにも無料で切り替えられます。',
    operator: 'プランは運営者が設定します。変更は運営者に依頼してください。',
  },
  adminsChange: 'プランを変更できるのは管理者だけです。',
  plans: 'プラン',
  interval: '支払い',
  intervals: { month: '月払い', year: '年払い' },
  yours: '現在のプラン',
  choose: (plan) => `${plan} を選択`,
  beyond: (plan, isMore) => (isMore ? `${plan} の全機能に加えて` : `${plan} の全機能`),
  limits: {
    links: (n) => `新しいリンク: 月${n}件`,
    clicks: (n) => `クリック: 月${n}件`,
    history: (days) =>
      days % 365 === 0 ? `アナリティクス: ${number(days / 365)}年間` : `アナリティクス: ${number(days)}日間`,
    historyAll: 'アナリティクス: 期間無制限',
    domains: (n) => `ドメイン: ${n}`,
    members: (n) => `メンバー: ${n}`,
    requests: (n) => `API リクエスト: 毎分${n}件`,
  },
  features: {
    password: 'パスワード',
    expiresAt: '有効期限と期限後のリンク先',
    expiredUrl: '有効期限と期限後のリンク先',
    startsAt: '開始日時の予約',
    notStartedUrl: '開始日時の予約',
    maxClicks: 'クリック数の上限',
    geo: '国別のリンク先',
    iosUrl: 'デバイス別のリンク先',
    androidUrl: 'デバイス別のリンク先',
    fg: 'QR コードの色の変更',
    bg: 'QR コードの色の変更',
    export: 'クリックのエクスポート',
  },
  downTitle: (plan) => `${plan} に切り替えますか？`,
  downNote: 'リンクのリダイレクトは続きます。失われるもの:',
  lost: {
    feature: (feature) => `${feature}: 既存の設定は残りますが、新規設定はできません`,
    history: (days) => `${number(days)}日より前のアナリティクスは削除されます`,
    domains: (used, limit) => `ドメイン${used}件を使用中（上限${limit}件）: これ以上接続できません`,
    members: (used, limit) => `メンバー${used}人（上限${limit}人）: これ以上招待できません`,
    links: (used, limit) => `今月作成したリンク${used}件（上限${limit}件）: 来月まで作成できません`,
  },
};

export const planRoom: Text['planRoom'] = {
  full: (plan, most) => `${plan} の上限（${most}）に達しています。`,
  next: (plan, limit) => `${plan} の上限: ${limit}。`,
  unlimited: '無制限',
  see: 'プランを見る',
  domains: (limit) => `ドメイン${number(limit)}件`,
  members: (limit) => `メンバー${number(limit)}人`,
};
