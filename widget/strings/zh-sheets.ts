import type { Formats } from './formats.ts';

type Texts = readonly string[];

const card = {
  apart: '逐个回答',
  siteTool: '此网站自有的工具，其说明',
  serverTool: '助手服务器的工具，其说明',
  onServer: '由服务器执行，而不是您的浏览器。不会显示在此页面上。',
  leaves: '会离开您设备的内容',
  stays: '将会发生什么',
  outcomeGoes: '内容留在此设备上。助手只会得知操作已完成。',
  changesPage: '会更改此页面上的内容。',
  browserAsks: '浏览器也会询问您。',
  gesture: '浏览器仅允许在点按之后立即运行。',
  why: '现在询问的原因',
  said: 'AI 模型自己的说法',
  overlaps: '已标出：它读到的您的内容。',
  less: '收起',
  readAll: '请先滚动看完全部内容。',
  edit: '编辑',
  undo: '撤销',
  hiddenInEdit: '含隐藏字符：',
  offline: '未连接。连接恢复后您可以做出决定。',
  covered: '有内容遮挡了此处或改变了其外观。完全清晰可见后才能允许。',
  unfocused: '请先点按此页面。',
  leftSoon: '做决定的时间不足半分钟。',
  extend: '延长时间',
  deny: '拒绝',
  allow: { once: '允许一次', session: '在此对话中允许', always: '始终允许' },
  howLong: '同意的有效期',
  scopes: { once: '仅此一次', session: '在此对话中', always: '始终，为期 30 天' },
  tap: '点按以运行',
  allowTap: '允许：点按以运行',
  folded: '有一项敏感操作，等您输入完毕后再处理。',
  open: '查看',
};

const path = {
  args: '这些信息',
  result: '结果',
  device: '此设备',
  server: '助手的服务器',
  internet: '互联网',
  site: (where: string) => `${where}，可能会被转发`,
};

const reasons = {
  site: '此网站希望每次都询问您。',
  server: '助手的服务器希望询问您。',
  repaired: 'AI 模型写错了此调用，现已修正。请仔细核对。',
  rate: '短时间内已发生多次。',
  policy: '此网站的规则要求询问您。',
  framed: '此页面显示在另一个页面之中。',
};

const sources = {
  pasted: '您粘贴的文本',
  script: '此页面发送的文本',
  page_tools: '此页面自有的工具',
  memory: '之前记住的内容',
  memory_get: '已记住的内容',
  memory_list: '已记住的内容',
  clipboard_read: '您的剪贴板',
  geolocation_get: '您的位置',
  device_context: '您的设置',
  device_status: '您的电池和网络',
};

const receipt = {
  once: '已允许一次',
  session: '已在此对话中允许',
  always: '已始终允许',
  denied: '已拒绝',
  expired: '未及时回答',
  auto: '因您之前的同意而允许',
};

const permissions = {
  title: '助手可以做什么',
  close: '关闭',
  see: '可以看到',
  act: '可以做',
  never: '绝不会',
  nothing: '无。',
  rules: { allow: '无需询问即可运行', ask: '先询问', deny: '在此网站上不允许' },
  siteTool: '此网站的工具',
  changesPage: '会更改此页面',
  sendsOut: '可以向外发送数据',
  browserAsks: '浏览器也会询问',
  blocked: '已在浏览器对此网站的设置中屏蔽。',
  nevers: ['查看其他标签页、已保存的密码或 Cookie', '代替您表示同意'],
  others: '您之前的同意',
};

const record = {
  title: '发生过什么',
  none: '尚无内容。',
  kept: '仅保存在此浏览器中，不含说过或显示过的内容。',
  save: '导出',
  clear: '清空列表',
  file: '助手调用记录.json',
  by: {
    policy: '依据规则',
    grant: '依据您之前的同意',
    person: '由您决定',
    site: '由此网站决定',
    expired: '未及时回答',
    cancelled: '已停止',
  },
};

const cardOf = ({ plural, list, number }: Formats) => ({
  ...card,
  path,
  asks: (who: string, where: string) => `${where} 上的${who}询问`,
  question: (what: string) => `${what}？`,
  questions: (what: string, count: number) => `${what}，共 ${number(count)} 次？`,
  count: (at: number, of: number) => `第 ${number(at)} 项，共 ${number(of)} 项`,
  together: (count: number) => `一起回答 ${number(count)} 项`,
  danger: (read: Texts) =>
    read.length > 0 ? `请仔细核对。在读取${list(read)}之后，它要向外发送内容。` : '请仔细核对。它要向外发送内容。',
  more: (chars: number) => `显示全部 ${number(chars)} 个字符`,
  editArg: (name: string) => `编辑 ${name}`,
  undoArg: (name: string) => `撤销对 ${name} 的更改`,
  notJson: (name: string) => `不适合“${name}”。请更改或撤销。`,
  refused: (problem: string) => `不适合。${problem}`,
  left: (seconds: number) => plural(seconds, { other: '还剩 # 秒做决定' }),
  denyAll: (count: number) => `全部拒绝（${number(count)} 项）`,
  allowAll: (count: number) => `全部允许一次（${number(count)} 项）`,
});

const deskOf = ({ plural, list }: Formats) => ({
  waits: (what: string) => `等待您的决定：${what}？`,
  waitMany: (count: number) => plural(count, { other: '有 # 个问题等待您的决定' }),
  show: '显示',
  hasRead: (read: Texts) => `已读取${list(read)}`,
  hasSeen: (read: Texts) => `已看到${list(read)}`,
  title: '此对话读取过的内容',
  strangers: (read: Texts) =>
    `它读取了${list(read)}。陌生人可能在其中藏有指令，而 AI 模型无法将其与您的指令区分开。因此，无论您之前允许过什么，都会再次询问您。`,
  personal: (read: Texts) => `它看到了个人内容：${list(read)}。在这些内容可能离开之前，会向您准确显示将发送什么。`,
  clean: '重新开始',
  cleanMeans: '新对话尚未读取任何内容。',
  close: '关闭',
});

const shapeOf = ({ plural }: Formats) => ({
  close: '关闭',
  tall: '全高',
  waiting: (count: number) => plural(count, { other: '有 # 个问题在等您回答' }),
  unread: (count: number) => plural(count, { other: '# 条新回答' }),
});

const talkOf = ({ number }: Formats) => ({
  again: '再问一次',
  edit: '编辑问题',
  down: '滚动到底部',
  fresh: (count: number) => `${number(count)} 条新内容`,
  cancel: (what: string) => `取消：${what}`,
  elapsed: (seconds: number) => `${number(seconds)} 秒`,
  steps: (count: number) => `${number(count)} 个步骤`,
  stepsDone: (count: number) => `已完成 ${number(count)} 个`,
  charsLeft: (count: number) => `还可输入 ${number(count)} 个字符`,
});

export const sheets = (formats: Formats) => ({
  approvals: {
    card: cardOf(formats),
    reasons: {
      ...reasons,
      untrusted: (read: Texts) => `在此之前读取了${formats.list(read)}，其中可能含有陌生人的指令。`,
      sensitive: (read: Texts) => `在此之前看到了个人内容：${formats.list(read)}。`,
    },
    sources,
    receipt,
    desk: deskOf(formats),
    permissions: permissions.title,
  },
  permissions: {
    ...permissions,
    grant: {
      session: '您已在此对话中允许。',
      always: (until: string) => `您已允许，有效期至 ${until}。`,
      forever: '您已允许。',
      revoke: '收回',
      revokeOf: (what: string) => `收回您的同意：${what}`,
    },
    record: { ...record, sent: (bytes: number) => `已向服务器发送 ${formats.bytes(bytes)}` },
  },
  shape: shapeOf(formats),
  talk: talkOf(formats),
});
