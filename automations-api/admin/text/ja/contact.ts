/** Japanese strings for one contact. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

export const contact: Text['contact'] = {
  title: '連絡先',
  details: '詳細',
  moreFields: 'その他のフィールド',
  terms: 'タグとリスト',
  since: (when) => `追加: ${when}`,
  statusNotes: {
    unverified: 'メールアドレスはまだ確認されていません。',
    subscribed: 'メールを受信しています。',
    bounced: 'メールが恒久的にバウンスしました。メールボックスは受信できません。',
    unsubscribed: '配信停止済みです。連絡先から再びメールの希望があった場合にのみ変更してください。',
    soft_bounced: 'メールボックスの容量超過などで、複数のメールが一時的にバウンスしました。',
    complaint: '迷惑メールとして報告されました。連絡先から再びメールの希望があった場合にのみ変更してください。',
  },
  sendConfirmation: '確認メールを送信',
  confirmationSent: '確認メールを送信しました',
  links: 'この連絡先の URL',
  showLinks: '表示',
  hideLinks: '隠す',
  linksNote: 'この URL を知っている人は誰でもこの連絡先として操作できます。本人宛てのメールでのみ使用してください。',
  unsubscribeUrl: '配信停止',
  preferencesUrl: 'メール配信設定',
  copyNamed: (name) => `${name}をコピー`,
  shortUrl: '短縮リンク',
  shortUrlHint: '接続されたワークスペースの短縮リンク。新しいリンクのクリックはこの連絡先に記録されます。',
  createLink: '個人用リンクを作成',
  ownLink: 'この連絡先の短縮リンク',
  exportJson: 'JSON でエクスポート',
  exportPage: 'ページとしてエクスポート',
  erase: '消去…',
  erasing: {
    title: (email) => `${email} を消去しますか？`,
    action: '消去',
    lost: '記録、フィールド、タグ、リスト、メモ、タイムライン、メール、Webhook のペイロードを消去します。この操作は元に戻せません。',
    kept: '確認なしに再び追加されないように、メールアドレスの鍵付きハッシュが残ります。ハッシュからメールアドレスを読み取ることはできません。監査ログには連絡先の ID が残ります。',
    done: (email, rows) => `${email} を消去しました: ${number(rows)}件の記録`,
  },
};
