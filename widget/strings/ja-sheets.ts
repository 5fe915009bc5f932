import type { Formats } from './formats.ts';

type Texts = readonly string[];

const card = {
  apart: '1 件ずつ回答',
  siteTool: 'このサイト独自のツール（サイトの説明）',
  serverTool: 'アシスタントのサーバーのツール（サーバーの説明）',
  onServer: 'ブラウザーではなくサーバーが実行します。このページには表示されません。',
  leaves: 'デバイスの外に送られるもの',
  stays: '行われること',
  outcomeGoes: '内容はこのデバイスに残ります。アシスタントには完了したことだけが伝わります。',
  changesPage: 'このページの内容が変わります。',
  browserAsks: 'ブラウザーからも確認があります。',
  gesture: 'ブラウザーは、タップの直後にだけ実行を許可します。',
  why: '今確認する理由',
  said: 'AI モデル自身の言葉',
  overlaps: '印の箇所：読み取られたあなたの情報です。',
  less: '表示を減らす',
  readAll: '先に最後までスクロールしてください。',
  edit: '編集',
  undo: '元に戻す',
  hiddenInEdit: '隠れた文字を含む内容：',
  offline: '接続されていません。接続が戻ると決定できます。',
  covered: '何かが重なっているか、見た目が変えられています。はっきり見えるまで許可できません。',
  unfocused: '先にこのページをクリックしてください。',
  leftSoon: '決定までの残り時間は 30 秒未満です。',
  extend: '時間を延長',
  deny: '拒否',
  allow: { once: '1 回だけ許可', session: 'この会話で許可', always: '常に許可' },
  howLong: '許可の有効期間',
  scopes: { once: '今回だけ', session: 'この会話の間', always: '常に（30 日間）' },
  tap: 'タップして実行',
  allowTap: '許可：タップして実行',
  folded: '慎重を要する確認が、入力が終わるのを待っています。',
  open: '確認する',
};

const path = {
  args: 'この内容',
  result: '結果',
  device: 'このデバイス',
  server: 'アシスタントのサーバー',
  internet: 'インターネット',
  site: (where: string) => `${where}（さらに転送されることがあります）`,
};

const reasons = {
  site: 'このサイトは毎回の確認を求めています。',
  server: 'アシスタントのサーバーが確認を求めています。',
  repaired: 'AI モデルがこの呼び出しを正しく書けず、修正されました。よく確認してください。',
  rate: '短時間に何度も行われています。',
  policy: 'このサイトの規則が確認を求めています。',
  framed: 'このページは別のページの中に表示されています。',
};

const sources = {
  pasted: '貼り付けられたテキスト',
  script: 'このページが送ったテキスト',
  page_tools: 'このページ独自のツール',
  memory: '以前に記憶した内容',
  memory_get: '記憶した内容',
  memory_list: '記憶した内容',
  clipboard_read: 'クリップボード',
  geolocation_get: '現在地',
  device_context: 'デバイスの設定',
  device_status: 'バッテリーとネットワーク',
};

const receipt = {
  once: '1 回だけ許可しました',
  session: 'この会話で許可しました',
  always: '常に許可しました',
  denied: '拒否しました',
  expired: '時間内に回答がありませんでした',
  auto: '以前の許可により実行',
};

const permissions = {
  title: 'アシスタントに許可されていること',
  close: '閉じる',
  see: '見られるもの',
  act: 'できること',
  never: '決してしないこと',
  nothing: 'ありません。',
  rules: { allow: '確認なしで実行', ask: '先に確認', deny: 'このサイトでは許可されていません' },
  siteTool: 'このサイトのツール',
  changesPage: 'このページを変更します',
  sendsOut: '外部にデータを送ることがあります',
  browserAsks: 'ブラウザーも確認します',
  blocked: 'このサイトに対するブラウザーの設定でブロックされています。',
  nevers: ['ほかのタブ、保存されたパスワード、クッキーを見ること', 'あなたの代わりに許可すること'],
  others: '以前の許可',
};

const record = {
  title: 'これまでの記録',
  none: 'まだありません。',
  kept: 'このブラウザーにのみ保存され、話した内容や表示された内容は含まれません。',
  save: '書き出す',
  clear: '一覧を消去',
  file: 'アシスタントの記録.json',
  by: {
    policy: '規則による',
    grant: '以前の許可による',
    person: 'あなたの決定',
    site: 'このサイトの決定',
    expired: '時間内に回答なし',
    cancelled: '停止',
  },
};

const cardOf = ({ plural, list, number }: Formats) => ({
  ...card,
  path,
  asks: (who: string, where: string) => `${where} の${who}からの確認`,
  question: (what: string) => `「${what}」を実行しますか？`,
  questions: (what: string, count: number) => `「${what}」を ${number(count)} 回実行しますか？`,
  count: (at: number, of: number) => `${number(of)} 件中 ${number(at)} 件目`,
  together: (count: number) => `${number(count)} 件をまとめて回答`,
  danger: (read: Texts) =>
    read.length > 0
      ? `よく確認してください。${list(read)}を読み取ったあとで、外部に何かを送ろうとしています。`
      : 'よく確認してください。外部に何かを送ろうとしています。',
  more: (chars: number) => `${number(chars)} 文字すべてを表示`,
  editArg: (name: string) => `${name} を編集`,
  undoArg: (name: string) => `${name} の変更を元に戻す`,
  notJson: (name: string) => `「${name}」に合いません。変更するか、元に戻してください。`,
  refused: (problem: string) => `内容が合いません。${problem}`,
  left: (seconds: number) => plural(seconds, { other: '決定まで残り # 秒' }),
  denyAll: (count: number) => `${number(count)} 件すべて拒否`,
  allowAll: (count: number) => `${number(count)} 件すべてを 1 回だけ許可`,
});

const deskOf = ({ plural, list }: Formats) => ({
  waits: (what: string) => `決定待ち：「${what}」を実行しますか？`,
  waitMany: (count: number) => plural(count, { other: '# 件の確認が決定を待っています' }),
  show: '表示',
  hasRead: (read: Texts) => `読み取り済み：${list(read)}`,
  hasSeen: (read: Texts) => `参照済み：${list(read)}`,
  title: 'この会話で読み取られたもの',
  strangers: (read: Texts) =>
    `${list(read)}が読み取られました。第三者がそこに指示を隠している可能性があり、AI モデルはそれをあなたの指示と区別できません。そのため、以前の許可にかかわらず、もう一度確認します。`,
  personal: (read: Texts) =>
    `個人的な情報が参照されました：${list(read)}。外に送られる前に、送られる内容を正確に表示します。`,
  clean: '最初から始める',
  cleanMeans: '新しい会話では、まだ何も読み取られていません。',
  close: '閉じる',
});

const shapeOf = ({ plural }: Formats) => ({
  close: '閉じる',
  tall: '全体の高さ',
  waiting: (count: number) => plural(count, { other: '#件の質問が待っています' }),
  unread: (count: number) => plural(count, { other: '新しい回答が#件' }),
});

const talkOf = ({ number }: Formats) => ({
  again: 'もう一度質問',
  edit: '質問を編集',
  down: '下へ移動',
  fresh: (count: number) => `新着 ${number(count)} 件`,
  cancel: (what: string) => `キャンセル：${what}`,
  elapsed: (seconds: number) => `${number(seconds)} 秒`,
  steps: (count: number) => `${number(count)} ステップ`,
  stepsDone: (count: number) => `${number(count)} 件完了`,
  charsLeft: (count: number) => `残り ${number(count)} 文字`,
});

export const sheets = (formats: Formats) => ({
  approvals: {
    card: cardOf(formats),
    reasons: {
      ...reasons,
      untrusted: (read: Texts) =>
        `${formats.list(read)}を読み取ったあとの操作です。第三者の指示が含まれている可能性があります。`,
      sensitive: (read: Texts) => `個人的な情報を参照したあとの操作です：${formats.list(read)}。`,
    },
    sources,
    receipt,
    desk: deskOf(formats),
    permissions: permissions.title,
  },
  permissions: {
    ...permissions,
    grant: {
      session: 'この会話で許可しました。',
      always: (until: string) => `${until} まで許可しました。`,
      forever: '許可しました。',
      revoke: '取り消す',
      revokeOf: (what: string) => `許可を取り消す：${what}`,
    },
    record: { ...record, sent: (bytes: number) => `サーバーに ${formats.bytes(bytes)} を送信` },
  },
  shape: shapeOf(formats),
  talk: talkOf(formats),
});
