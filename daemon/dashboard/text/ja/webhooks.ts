/** Japanese strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/ja/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'イベントをリアルタイムでサーバーに送信します。',
    noneNote: 'Webhook を使うと、リンクの作成、変更、クリックの際に、署名付きのペイロードがサーバーに送信されます。',
    urlHint: 'サーバーは 2xx ステータスで応答する必要があります。',
    failingNote: (since) => `${since} から配信できていません。5日後に Webhook はオフになります。`,
    failedNote: (n) => `${n}件がすべての再試行に失敗しました。`,
    noDeliveriesNote:
      'テストを送信すると、サーバーの応答を確認できます。配信は3日間、失敗した配信は30日間保存されます。',
    groups: { link: 'リンク', domain: 'ドメイン' },
    otherEvents: { 'webhook.test': 'テスト' },
  }),
  about: 'サーバーに送信する署名付きのイベント。',
  adminsOnly: 'Webhook を管理できるのは管理者だけです',
  adminsOnlyNote: '設定はこのワークスペースの管理者に依頼してください。',
  eventTitles: {
    'link.created': 'リンクの作成',
    'link.updated': 'リンクの変更',
    'link.deleted': 'リンクの削除',
    'link.banned': 'リンクのブロック',
    'link.broken': 'リンク切れ',
    'link.mended': 'リンク先の復旧',
    'link.clicked': 'リンクのクリック',
    'domain.verified': 'ドメインの確認',
    'domain.misconfigured': 'ドメインの設定エラー',
  },
};
