/** Japanese strings for consent. */
import type { Text } from '../text.ts';

export const consent: Text['consent'] = {
  title: '同意',
  about: 'ダブルオプトインと連絡先向けのページ。',
  saved: '保存しました',
  optIn: {
    title: 'ダブルオプトイン',
    enabled: '新しい連絡先にメールアドレスの確認を求める',
    enabledHint: '新しい未確認の連絡先にこのメールが届き、確認後に配信が始まります。',
    subject: '件名',
    text: '本文',
    textHint: (tags) =>
      `プレースホルダー: ${tags}。{{f_name|there}} は、名前がない場合に「there」と表示します。変更しない場合、メールは連絡先の言語で送信されます。`,
    preview: 'メールのプレビュー',
    asHtml: 'HTML で開く',
    from: '差出人',
    subjectOf: '件名',
  },
  pages: {
    title: 'ページ',
    note: '各ページのテキスト。{{sender}} も使えます。空の場合は既定のテキストが訪問者の言語で表示されます。',
    preview: 'プレビュー',
    previewOf: (page) => `「${page}」を新しいタブでプレビュー`,
    names: {
      unsubscribe: '配信停止',
      unsubscribed: '配信を停止しました',
      preferences: 'メール配信設定',
      confirm: '確認のお願い',
      confirmed: 'ありがとうございます',
    },
  },
};
