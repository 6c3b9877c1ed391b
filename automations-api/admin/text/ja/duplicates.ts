/** Japanese strings for duplicates and for merging two contacts. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

export const duplicates: Text['duplicates'] = {
  title: '重複',
  note: '同一人物の可能性がある連絡先です。確認するまで統合されません。',
  by: '比較',
  kinds: { email: 'メールアドレス', phone: '電話番号' },
  none: {
    email: '同じメールボックスの連絡先はありません',
    phone: '同じ電話番号の連絡先はありません',
  },
  noneNote: 'メールアドレスは + 以降を除いて、電話番号は数字のみで比較します。',
  noneYet: '今のところ重複はありません',
  noneYetNote: '比較していない連絡先がまだあります。',
  count: (n) => `連絡先${number(n)}件`,
  review: '確認',
  reviewNamed: (email) => `${email} を確認`,
  notShown: (n) => `他${n}件は表示されていません。`,
  more: 'さらに検索',
};

export const merge: Text['merge'] = {
  title: (email) => `${email} と統合`,
  find: 'もう一方の連絡先を検索',
  findNote: '選択した連絡先はこの連絡先に統合され、削除されます。',
  note: '残す値を選択してください。',
  swap: 'もう一方の連絡先を残す',
  skip: '次の組へスキップ',
  values: '両方の連絡先の値',
  value: '値',
  stays: (email) => `残す: ${email}`,
  goes: (email) => `統合: ${email}`,
  choose: (name, value) => `${name}: ${value}`,
  statusNote: '一方が配信停止の場合、統合後も配信停止になります。',
  joined: 'まとめられるもの',
  joinedNote: '両方のタイムライン、メモ、メール、クリック、ルールの実行。',
  lost: '削除されるもの',
  lostNote: (email) => `${email} と、選択しなかった値。統合はタイムラインに記録されます。この操作は元に戻せません。`,
  action: '統合',
  done: (email) => `${email} をこの連絡先に統合しました`,
};
