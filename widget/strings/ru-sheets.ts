import type { Formats } from './formats.ts';

type Texts = readonly string[];

const card = {
  apart: 'Отвечать по одному',
  siteTool: 'Собственный инструмент этого сайта, его словами',
  serverTool: 'Инструмент сервера ассистента, его словами',
  onServer: 'Это делает сервер, а не ваш браузер. На этой странице этого не будет видно.',
  leaves: 'Что покинет ваше устройство',
  stays: 'Что произойдёт',
  outcomeGoes: 'Всё останется на этом устройстве. Ассистент узнает только, что это сделано.',
  changesPage: 'Это изменит что-то на странице.',
  browserAsks: 'Браузер тоже спросит вас.',
  gesture: 'Браузер разрешает это только сразу после нажатия.',
  why: 'Почему вопрос задан сейчас',
  said: 'Словами модели ИИ',
  overlaps: 'Отмечено то, что прочитано у вас.',
  less: 'Показать меньше',
  readAll: 'Сначала прокрутите всё до конца.',
  edit: 'Изменить',
  undo: 'Вернуть',
  hiddenInEdit: 'Со скрытыми символами:',
  offline: 'Нет соединения. Решить можно будет, когда оно восстановится.',
  covered: 'Что-то закрывает это или меняет его вид. Разрешить можно, только когда всё ясно видно.',
  unfocused: 'Сначала щёлкните на этой странице.',
  leftSoon: 'На решение осталось меньше полминуты.',
  extend: 'Больше времени',
  deny: 'Отклонить',
  allow: { once: 'Разрешить один раз', session: 'Разрешить в этом разговоре', always: 'Разрешать всегда' },
  howLong: 'Как долго действует согласие',
  scopes: { once: 'Только в этот раз', session: 'В этом разговоре', always: 'Всегда, на 30 дней' },
  tap: 'Нажать, чтобы выполнить',
  allowTap: 'Разрешить: Нажать, чтобы выполнить',
  folded: 'Важный вопрос ждёт, пока вы допишете.',
  open: 'Посмотреть',
};

const path = {
  args: 'Эти данные',
  result: 'Результат',
  device: 'Это устройство',
  server: 'Сервер ассистента',
  internet: 'Интернет',
  site: (where: string) => `${where}, откуда это могут передать дальше`,
};

const reasons = {
  site: 'Этот сайт хочет, чтобы вас спрашивали каждый раз.',
  server: 'Сервер ассистента хочет, чтобы вас спросили.',
  repaired: 'Модель ИИ записала этот вызов с ошибкой; он исправлен. Проверьте его дважды.',
  rate: 'За короткое время это происходило часто.',
  policy: 'Правило этого сайта требует спросить вас.',
  framed: 'Эта страница показана внутри другой.',
};

const sources = {
  pasted: 'вставленный вами текст',
  script: 'текст, отправленный этой страницей',
  page_tools: 'собственные инструменты этой страницы',
  memory: 'запомненное ранее',
  memory_get: 'запомненное',
  memory_list: 'запомненное',
  clipboard_read: 'ваш буфер обмена',
  geolocation_get: 'ваше местоположение',
  device_context: 'ваши настройки',
  device_status: 'ваша батарея и сеть',
};

const receipt = {
  once: 'Разрешено один раз',
  session: 'Разрешено в этом разговоре',
  always: 'Разрешено всегда',
  denied: 'Отклонено',
  expired: 'Нет ответа вовремя',
  auto: 'Разрешено вашим прежним согласием',
};

const permissions = {
  title: 'Что разрешено ассистенту',
  close: 'Закрыть',
  see: 'Он может видеть',
  act: 'Он может делать',
  never: 'Он никогда не будет',
  nothing: 'Ничего.',
  rules: { allow: 'Выполняется без вопроса', ask: 'Сначала спрашивает', deny: 'Не разрешено на этом сайте' },
  siteTool: 'инструмент этого сайта',
  changesPage: 'меняет эту страницу',
  sendsOut: 'может отправлять данные наружу',
  browserAsks: 'браузер тоже спросит',
  blocked: 'Заблокировано в настройках браузера для этого сайта.',
  nevers: ['Видеть другие вкладки, сохранённые пароли или куки', 'Соглашаться за вас'],
  others: 'Ваши прежние согласия',
};

const record = {
  title: 'Что произошло',
  none: 'Пока ничего.',
  kept: 'Хранится только в этом браузере, без того, что было сказано или показано.',
  save: 'Экспорт',
  clear: 'Очистить список',
  file: 'вызовы-ассистента.json',
  by: {
    policy: 'по правилу',
    grant: 'по вашему прежнему согласию',
    person: 'вами',
    site: 'этим сайтом',
    expired: 'нет ответа вовремя',
    cancelled: 'остановлено',
  },
};

const cardOf = ({ plural, list, number }: Formats) => ({
  ...card,
  path,
  asks: (who: string, where: string) => `${who} на ${where} спрашивает`,
  question: (what: string) => `${what}?`,
  questions: (what: string, count: number) =>
    plural(count, {
      one: `${what}, # раз?`,
      few: `${what}, # раза?`,
      many: `${what}, # раз?`,
      other: `${what}, # раза?`,
    }),
  count: (at: number, of: number) => `${number(at)} из ${number(of)}`,
  together: (count: number) => `Ответить вместе: ${number(count)}`,
  danger: (read: Texts) =>
    read.length > 0
      ? `Проверьте дважды. Прочитано: ${list(read)}. Теперь что-то должно быть отправлено наружу.`
      : 'Проверьте дважды. Что-то должно быть отправлено наружу.',
  more: (chars: number) => `Показать все символы: ${number(chars)}`,
  editArg: (name: string) => `Изменить: ${name}`,
  undoArg: (name: string) => `Вернуть прежнее: ${name}`,
  notJson: (name: string) => `Это не подходит для «${name}». Измените или верните прежнее.`,
  refused: (problem: string) => `Это не подходит. ${problem}`,
  left: (seconds: number) =>
    plural(seconds, {
      one: 'На решение осталась # секунда',
      few: 'На решение осталось # секунды',
      many: 'На решение осталось # секунд',
      other: 'На решение осталось # секунды',
    }),
  denyAll: (count: number) => `Отклонить все (${number(count)})`,
  allowAll: (count: number) => `Разрешить все (${number(count)}) один раз`,
});

const deskOf = ({ plural, list }: Formats) => ({
  waits: (what: string) => `Ждёт вашего решения: ${what}?`,
  waitMany: (count: number) =>
    plural(count, {
      one: '# вопрос ждёт вашего решения',
      few: '# вопроса ждут вашего решения',
      many: '# вопросов ждут вашего решения',
      other: '# вопроса ждут вашего решения',
    }),
  show: 'Показать',
  hasRead: (read: Texts) => `Прочитано: ${list(read)}`,
  hasSeen: (read: Texts) => `Показано: ${list(read)}`,
  title: 'Что прочитано в этом разговоре',
  strangers: (read: Texts) =>
    `Прочитано: ${list(read)}. Посторонний мог спрятать там указания, а модель ИИ не отличит их от ваших. Поэтому вас спросят снова, что бы вы ни разрешали раньше.`,
  personal: (read: Texts) =>
    `Показано нечто личное: ${list(read)}. Прежде чем это сможет уйти, вы увидите, что именно ушло бы.`,
  clean: 'Начать заново',
  cleanMeans: 'В новом разговоре ещё ничего не прочитано.',
  close: 'Закрыть',
});

const shapeOf = ({ plural }: Formats) => ({
  close: 'Закрыть',
  tall: 'Во всю высоту',
  waiting: (count: number) =>
    plural(count, {
      one: '# вопрос ждёт ответа',
      few: '# вопроса ждут ответа',
      many: '# вопросов ждут ответа',
      other: '# вопроса ждут ответа',
    }),
  unread: (count: number) =>
    plural(count, { one: '# новый ответ', few: '# новых ответа', many: '# новых ответов', other: '# нового ответа' }),
});

const talkOf = ({ plural, number }: Formats) => ({
  again: 'Спросить ещё раз',
  edit: 'Изменить вопрос',
  down: 'Вниз',
  fresh: (count: number) => `Новых: ${number(count)}`,
  cancel: (what: string) => `Отменить: ${what}`,
  elapsed: (seconds: number) => `${number(seconds)} с`,
  steps: (count: number) => plural(count, { one: '# шаг', few: '# шага', many: '# шагов', other: '# шага' }),
  stepsDone: (count: number) => `готово: ${number(count)}`,
  charsLeft: (count: number) =>
    plural(count, {
      one: 'Остался # символ',
      few: 'Осталось # символа',
      many: 'Осталось # символов',
      other: 'Осталось # символа',
    }),
});

export const sheets = (formats: Formats) => ({
  approvals: {
    card: cardOf(formats),
    reasons: {
      ...reasons,
      untrusted: (read: Texts) => `До этого прочитано: ${formats.list(read)}. Там могут быть указания постороннего.`,
      sensitive: (read: Texts) => `До этого показано нечто личное: ${formats.list(read)}.`,
    },
    sources,
    receipt,
    desk: deskOf(formats),
    permissions: permissions.title,
  },
  permissions: {
    ...permissions,
    grant: {
      session: 'Вы разрешили это в этом разговоре.',
      always: (until: string) => `Вы разрешили это до ${until}.`,
      forever: 'Вы разрешили это.',
      revoke: 'Отозвать',
      revokeOf: (what: string) => `Отозвать согласие: ${what}`,
    },
    record: { ...record, sent: (bytes: number) => `Отправлено на сервер: ${formats.bytes(bytes)}` },
  },
  shape: shapeOf(formats),
  talk: talkOf(formats),
});
