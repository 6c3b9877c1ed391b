/** Japanese strings for plugins. */
import { number } from '../../../../shared/ui/text/ja/ui.ts';
import type { Text } from '../text.ts';

export const plugins: Text['plugins'] = {
  title: 'プラグイン',
  about: 'サービスの各機能の有効化と無効化。',
  note: '変更は数秒以内に反映されます。',
  plugin: 'プラグイン',
  state: '状態',
  version: 'バージョン',
  tables: 'テーブル',
  jobs: '定期ジョブ',
  job: ({ name, every_seconds: seconds, at }) =>
    seconds === null ? `${name}: ${at} UTC` : `${name}: ${number(seconds)}秒ごと`,
  active: '有効',
  inactive: '無効',
  broken: '停止中',
  faultOf: (name) => `${name} を実行できません`,
  needed: '必須',
  activate: '有効化',
  deactivate: '無効化',
  neededNote: 'このアプリに必要です。無効化するには CLI を使用してください。',
  activated: (name) => `${name} を有効化しました`,
  deactivated: (name) => `${name} を無効化しました`,
  deactivateTitle: (name) => `${name} を無効化しますか？`,
  stops: 'ルートとバックグラウンドジョブは数秒以内に停止します。データは残ります。',
  keeps: (n) => `テーブル${number(n)}件は残ります`,
  automationsStops:
    '連絡先の自動化が停止します。再び有効化するまで、REST API は応答せず、連絡先はメールのリンクから配信を停止できず、ルール、Webhook、メール、ジョブも停止します。',
  reloadTitle: (name) => `${name} が変更されました`,
  reloadNote: '数秒後にこのページを再読み込みすると、すべての画面が更新されます。',
  reload: '再読み込み',
};
