/** Japanese strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/ja/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: '連絡先のイベントをリアルタイムでサーバーに送信します。',
    noneNote:
      'Webhook を使うと、連絡先の追加、変更、タグ付け、リンクのクリックの際に、署名付きのペイロードがサーバーに送信されます。',
    urlHint: 'サーバーは15秒以内に 2xx ステータスで応答する必要があります。',
    failingNote: (since) => `${since} から配信できていません。Waypost は間隔を広げながら再試行します。`,
    failedNote: (n) => `${n}件がすべての再試行に失敗しました。90日以内であれば再試行できます。`,
    noDeliveriesNote:
      'テストを送信すると、サーバーの応答を確認できます。配信は7日間、失敗した配信は90日間保存されます。',
    groups: { contact: '連絡先', tag: 'タグ', list: 'リスト', link: 'リンク' },
    otherEvents: { 'webhook.test': 'テスト', 'rule.webhook': 'ルールのステップ' },
  }),
  ofRuleNote: 'ルールのステップで使用されています。編集または削除はルールで行ってください。',
};
