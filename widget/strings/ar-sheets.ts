import type { Formats } from './formats.ts';

type Texts = readonly string[];

const card = {
  apart: 'الإجابة واحدًا تلو الآخر',
  siteTool: 'أداة خاصة بهذا الموقع، بكلماته',
  serverTool: 'أداة من خادم المساعد، بكلماته',
  onServer: 'ينفّذ الخادم هذا وليس متصفحك. ولن يظهر في هذه الصفحة.',
  leaves: 'ما الذي يغادر جهازك',
  stays: 'ما الذي سيحدث',
  outcomeGoes: 'يبقى ذلك على هذا الجهاز. ولا يعلم المساعد إلا أنه تم.',
  changesPage: 'يغيّر شيئًا في هذه الصفحة.',
  browserAsks: 'سيسألك متصفحك أيضًا.',
  gesture: 'لا يسمح متصفحك بهذا إلا بعد نقرة مباشرة.',
  why: 'سبب السؤال الآن',
  said: 'بكلمات نموذج الذكاء الاصطناعي',
  overlaps: 'المميَّز: ما قرأه مما يخصك.',
  less: 'عرض أقل',
  readAll: 'مرّر أولًا حتى النهاية.',
  edit: 'تعديل',
  undo: 'تراجع',
  hiddenInEdit: 'مع أحرفه المخفية:',
  offline: 'غير متصل. يمكنك اتخاذ القرار عند عودة الاتصال.',
  covered: 'هناك ما يغطي هذا أو يغيّر مظهره. لا يمكن السماح به حتى يظهر بوضوح.',
  unfocused: 'انقر أولًا داخل هذه الصفحة.',
  leftSoon: 'بقي أقل من نصف دقيقة لاتخاذ القرار.',
  extend: 'مزيد من الوقت',
  deny: 'رفض',
  allow: { once: 'السماح مرة واحدة', session: 'السماح في هذه المحادثة', always: 'السماح دائمًا' },
  howLong: 'مدة موافقتك',
  scopes: { once: 'هذه المرة فقط', session: 'في هذه المحادثة', always: 'دائمًا، لمدة 30 يومًا' },
  tap: 'انقر للتشغيل',
  allowTap: 'السماح: انقر للتشغيل',
  folded: 'أمر حساس ينتظر حتى تنتهي من الكتابة.',
  open: 'عرضه',
};

const path = {
  args: 'هذه البيانات',
  result: 'النتيجة',
  device: 'هذا الجهاز',
  server: 'خادم المساعد',
  internet: 'الإنترنت',
  site: (where: string) => `${where}، وقد ينقله إلى غيره`,
};

const reasons = {
  site: 'يريد هذا الموقع أن تُسأل في كل مرة.',
  server: 'يريد خادم المساعد أن تُسأل.',
  repaired: 'لم يكتب نموذج الذكاء الاصطناعي هذا الطلب كما يجب، فتم تصحيحه. دقّق فيه جيدًا.',
  rate: 'تكرر هذا كثيرًا في وقت قصير.',
  policy: 'تتطلب قاعدة في هذا الموقع أن تُسأل.',
  framed: 'تُعرض هذه الصفحة داخل صفحة أخرى.',
};

const sources = {
  pasted: 'نص لصقته أنت',
  script: 'نص أرسلته هذه الصفحة',
  page_tools: 'أدوات هذه الصفحة',
  memory: 'ما حُفظ سابقًا',
  memory_get: 'ما حُفظ',
  memory_list: 'ما حُفظ',
  clipboard_read: 'الحافظة لديك',
  geolocation_get: 'مكانك',
  device_context: 'إعداداتك',
  device_status: 'البطارية والشبكة لديك',
};

const receipt = {
  once: 'سُمح به مرة واحدة',
  session: 'سُمح به في هذه المحادثة',
  always: 'سُمح به دائمًا',
  denied: 'رُفض',
  expired: 'لم تُعطَ إجابة في الوقت المحدد',
  auto: 'سُمح به بموافقتك السابقة',
};

const permissions = {
  title: 'ما يُسمح للمساعد به',
  close: 'إغلاق',
  see: 'يمكنه أن يرى',
  act: 'يمكنه أن يفعل',
  never: 'لا يفعل أبدًا',
  nothing: 'لا شيء.',
  rules: { allow: 'يعمل دون سؤال', ask: 'يسأل أولًا', deny: 'غير مسموح في هذا الموقع' },
  siteTool: 'أداة من هذا الموقع',
  changesPage: 'يغيّر هذه الصفحة',
  sendsOut: 'يمكنه إرسال بيانات إلى الخارج',
  browserAsks: 'يسأل متصفحك أيضًا',
  blocked: 'محظور في إعدادات متصفحك لهذا الموقع.',
  nevers: ['رؤية علامات تبويب أخرى أو كلمات مرور محفوظة أو ملفات الارتباط', 'الموافقة نيابة عنك'],
  others: 'موافقاتك السابقة',
};

const record = {
  title: 'ما الذي حدث',
  none: 'لا شيء بعد.',
  kept: 'محفوظ في هذا المتصفح فقط، دون ما قيل أو عُرض.',
  save: 'تصدير',
  clear: 'مسح القائمة',
  file: 'سجل-المساعد.json',
  by: {
    policy: 'بموجب قاعدة',
    grant: 'بموافقتك السابقة',
    person: 'منك',
    site: 'من هذا الموقع',
    expired: 'لم تُعطَ إجابة في الوقت المحدد',
    cancelled: 'أُوقف',
  },
};

const cardOf = ({ plural, list, number }: Formats) => ({
  ...card,
  path,
  asks: (who: string, where: string) => `${who} على ${where} يسأل`,
  question: (what: string) => `${what}؟`,
  questions: (what: string, count: number) => `${what}، عدد المرات: ${number(count)}؟`,
  count: (at: number, of: number) => `${number(at)} من ${number(of)}`,
  together: (count: number) => `الإجابة عن ${number(count)} معًا`,
  danger: (read: Texts) =>
    read.length > 0
      ? `دقّق جيدًا. بعد قراءة ${list(read)}، يريد إرسال شيء إلى الخارج.`
      : 'دقّق جيدًا. يريد إرسال شيء إلى الخارج.',
  more: (chars: number) => `عرض كل الأحرف (${number(chars)})`,
  editArg: (name: string) => `تعديل ${name}`,
  undoArg: (name: string) => `التراجع عن تغيير ${name}`,
  notJson: (name: string) => `هذا لا يناسب «${name}». عدّله أو تراجع.`,
  refused: (problem: string) => `هذا غير مناسب. ${problem}`,
  left: (seconds: number) =>
    plural(seconds, {
      zero: 'انتهى وقت اتخاذ القرار',
      one: 'بقيت ثانية واحدة لاتخاذ القرار',
      two: 'بقيت ثانيتان لاتخاذ القرار',
      few: 'بقيت # ثوانٍ لاتخاذ القرار',
      many: 'بقيت # ثانية لاتخاذ القرار',
      other: 'بقيت # ثانية لاتخاذ القرار',
    }),
  denyAll: (count: number) => `رفض الكل (${number(count)})`,
  allowAll: (count: number) => `السماح للكل (${number(count)}) مرة واحدة`,
});

const deskOf = ({ plural, list }: Formats) => ({
  waits: (what: string) => `في انتظار قرارك: ${what}؟`,
  waitMany: (count: number) =>
    plural(count, {
      zero: 'لا أسئلة في انتظارك',
      one: 'سؤال واحد في انتظارك',
      two: 'سؤالان في انتظارك',
      few: '# أسئلة في انتظارك',
      many: '# سؤالًا في انتظارك',
      other: '# سؤال في انتظارك',
    }),
  show: 'عرض',
  hasRead: (read: Texts) => `قرأ ${list(read)}`,
  hasSeen: (read: Texts) => `رأى ${list(read)}`,
  title: 'ما قرأته هذه المحادثة',
  strangers: (read: Texts) =>
    `قرأ ${list(read)}. ربما أخفى شخص غريب أوامر هناك، ولا يستطيع نموذج الذكاء الاصطناعي تمييزها عن أوامرك. لذلك تُسأل من جديد، مهما كان ما سمحت به من قبل.`,
  personal: (read: Texts) => `رأى شيئًا شخصيًا: ${list(read)}. وقبل أن يخرج، سترى بالضبط ما الذي سيُرسل.`,
  clean: 'البدء من جديد',
  cleanMeans: 'المحادثة الجديدة لم تقرأ شيئًا.',
  close: 'إغلاق',
});

const shapeOf = ({ plural }: Formats) => ({
  close: 'إغلاق',
  tall: 'الارتفاع الكامل',
  waiting: (count: number) =>
    plural(count, {
      zero: '# سؤال ينتظر',
      one: 'سؤال واحد ينتظر',
      two: 'سؤالان ينتظران',
      few: '# أسئلة تنتظر',
      many: '# سؤالًا ينتظر',
      other: '# سؤال ينتظر',
    }),
  unread: (count: number) =>
    plural(count, {
      zero: '# إجابة جديدة',
      one: 'إجابة جديدة واحدة',
      two: 'إجابتان جديدتان',
      few: '# إجابات جديدة',
      many: '# إجابة جديدة',
      other: '# إجابة جديدة',
    }),
});

const talkOf = ({ plural, number }: Formats) => ({
  again: 'السؤال مرة أخرى',
  edit: 'تعديل السؤال',
  down: 'إلى الأسفل',
  fresh: (count: number) => `الجديد: ${number(count)}`,
  cancel: (what: string) => `إلغاء: ${what}`,
  elapsed: (seconds: number) => `${number(seconds)} ث`,
  steps: (count: number) =>
    plural(count, { zero: '# خطوة', one: '# خطوة', two: '# خطوتان', few: '# خطوات', many: '# خطوة', other: '# خطوة' }),
  stepsDone: (count: number) => `تم: ${number(count)}`,
  charsLeft: (count: number) => `الأحرف المتبقية: ${number(count)}`,
});

export const sheets = (formats: Formats) => ({
  approvals: {
    card: cardOf(formats),
    reasons: {
      ...reasons,
      untrusted: (read: Texts) => `يأتي هذا بعد قراءة ${formats.list(read)}، وقد تتضمن أوامر من شخص غريب.`,
      sensitive: (read: Texts) => `يأتي هذا بعد رؤية شيء شخصي: ${formats.list(read)}.`,
    },
    sources,
    receipt,
    desk: deskOf(formats),
    permissions: permissions.title,
  },
  permissions: {
    ...permissions,
    grant: {
      session: 'سمحت به في هذه المحادثة.',
      always: (until: string) => `سمحت به حتى ${until}.`,
      forever: 'سمحت به.',
      revoke: 'سحب',
      revokeOf: (what: string) => `سحب موافقتك: ${what}`,
    },
    record: { ...record, sent: (bytes: number) => `أُرسل إلى الخادم: ${formats.bytes(bytes)}` },
  },
  shape: shapeOf(formats),
  talk: talkOf(formats),
});
