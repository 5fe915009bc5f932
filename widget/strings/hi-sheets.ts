import type { Formats } from './formats.ts';

type Texts = readonly string[];

const card = {
  apart: 'एक-एक करके उत्तर दें',
  siteTool: 'इस साइट का अपना टूल, उसके शब्दों में',
  serverTool: 'सहायक के सर्वर का टूल, उसके शब्दों में',
  onServer: 'यह सर्वर करता है, आपका ब्राउज़र नहीं। यह इस पेज पर नहीं दिखेगा।',
  leaves: 'आपके डिवाइस से क्या बाहर जाता है',
  stays: 'क्या होगा',
  outcomeGoes: 'यह इसी डिवाइस पर रहता है। सहायक को केवल यह पता चलता है कि काम हो गया।',
  changesPage: 'यह इस पेज पर कुछ बदलता है।',
  browserAsks: 'आपका ब्राउज़र भी आपसे पूछेगा।',
  gesture: 'आपका ब्राउज़र इसे केवल टैप के तुरंत बाद चलने देता है।',
  why: 'अभी क्यों पूछा जा रहा है',
  said: 'AI मॉडल के अपने शब्दों में',
  overlaps: 'चिह्नित: जो उसने आपका पढ़ा है।',
  less: 'कम दिखाएँ',
  readAll: 'पहले पूरा स्क्रॉल करें।',
  edit: 'बदलें',
  undo: 'वापस लें',
  hiddenInEdit: 'अपने छिपे हुए वर्णों के साथ:',
  offline: 'कनेक्ट नहीं है। कनेक्शन लौटने पर आप निर्णय ले सकते हैं।',
  covered: 'कुछ इसे ढक रहा है या इसका रूप बदल रहा है। साफ़ दिखने तक अनुमति नहीं दी जा सकती।',
  unfocused: 'पहले इस पेज पर क्लिक करें।',
  leftSoon: 'निर्णय के लिए आधे मिनट से कम बचा है।',
  extend: 'और समय',
  deny: 'मना करें',
  allow: { once: 'एक बार अनुमति दें', session: 'इस बातचीत में अनुमति दें', always: 'हमेशा अनुमति दें' },
  howLong: 'आपकी हाँ कब तक मान्य है',
  scopes: { once: 'केवल इस बार', session: 'इस बातचीत में', always: 'हमेशा, 30 दिनों तक' },
  tap: 'चलाने के लिए टैप करें',
  allowTap: 'अनुमति दें: चलाने के लिए टैप करें',
  folded: 'एक नाज़ुक सवाल आपके लिखना पूरा करने तक रुका है।',
  open: 'देखें',
};

const path = {
  args: 'ये विवरण',
  result: 'परिणाम',
  device: 'यह डिवाइस',
  server: 'सहायक का सर्वर',
  internet: 'इंटरनेट',
  site: (where: string) => `${where}, जो इसे आगे भेज सकता है`,
};

const reasons = {
  site: 'यह साइट चाहती है कि हर बार आपसे पूछा जाए।',
  server: 'सहायक का सर्वर चाहता है कि आपसे पूछा जाए।',
  repaired: 'AI मॉडल ने यह कॉल ठीक से नहीं लिखी; इसे सुधारा गया। ध्यान से देखें।',
  rate: 'यह थोड़े समय में कई बार हुआ है।',
  policy: 'इस साइट का एक नियम चाहता है कि आपसे पूछा जाए।',
  framed: 'यह पेज किसी दूसरे पेज के भीतर दिखाया जा रहा है।',
};

const sources = {
  pasted: 'आपका चिपकाया हुआ टेक्स्ट',
  script: 'इस पेज का भेजा हुआ टेक्स्ट',
  page_tools: 'इस पेज के अपने टूल',
  memory: 'पहले याद रखी गई बातें',
  memory_get: 'याद रखी गई बातें',
  memory_list: 'याद रखी गई बातें',
  clipboard_read: 'आपका क्लिपबोर्ड',
  geolocation_get: 'आपका स्थान',
  device_context: 'आपकी सेटिंग',
  device_status: 'आपकी बैटरी और नेटवर्क',
};

const receipt = {
  once: 'एक बार अनुमति दी गई',
  session: 'इस बातचीत में अनुमति दी गई',
  always: 'हमेशा के लिए अनुमति दी गई',
  denied: 'मना किया गया',
  expired: 'समय पर उत्तर नहीं मिला',
  auto: 'आपकी पहले की हाँ से अनुमति मिली',
};

const permissions = {
  title: 'सहायक क्या कर सकता है',
  close: 'बंद करें',
  see: 'यह देख सकता है',
  act: 'यह कर सकता है',
  never: 'यह कभी नहीं करता',
  nothing: 'कुछ नहीं।',
  rules: { allow: 'बिना पूछे चलता है', ask: 'पहले पूछता है', deny: 'इस साइट पर अनुमति नहीं है' },
  siteTool: 'इस साइट का एक टूल',
  changesPage: 'यह पेज बदलता है',
  sendsOut: 'डेटा बाहर भेज सकता है',
  browserAsks: 'आपका ब्राउज़र भी पूछता है',
  blocked: 'इस साइट के लिए आपके ब्राउज़र की सेटिंग में रोका गया है।',
  nevers: ['दूसरे टैब, सहेजे गए पासवर्ड या कुकी देखना', 'आपकी जगह हाँ कहना'],
  others: 'आपकी पहले की अनुमतियाँ',
};

const record = {
  title: 'क्या-क्या हुआ',
  none: 'अभी कुछ नहीं।',
  kept: 'केवल इसी ब्राउज़र में रखा गया है, जो कहा या दिखाया गया उसके बिना।',
  save: 'निर्यात करें',
  clear: 'सूची खाली करें',
  file: 'सहायक-कॉल.json',
  by: {
    policy: 'नियम से',
    grant: 'आपकी पहले की हाँ से',
    person: 'आपके द्वारा',
    site: 'इस साइट द्वारा',
    expired: 'समय पर उत्तर नहीं मिला',
    cancelled: 'रोका गया',
  },
};

const cardOf = ({ plural, list, number }: Formats) => ({
  ...card,
  path,
  asks: (who: string, where: string) => `${where} पर ${who} पूछता है`,
  question: (what: string) => `${what}?`,
  questions: (what: string, count: number) => `${what}, ${number(count)} बार?`,
  count: (at: number, of: number) => `${number(of)} में से ${number(at)}`,
  together: (count: number) => `${number(count)} का उत्तर साथ में दें`,
  danger: (read: Texts) =>
    read.length > 0
      ? `ध्यान से देखें। यह पढ़ने के बाद: ${list(read)}, यह कुछ बाहर भेजना चाहता है।`
      : 'ध्यान से देखें। यह कुछ बाहर भेजना चाहता है।',
  more: (chars: number) => `सभी ${number(chars)} वर्ण दिखाएँ`,
  editArg: (name: string) => `${name} बदलें`,
  undoArg: (name: string) => `${name} का बदलाव वापस लें`,
  notJson: (name: string) => `यह “${name}” के अनुकूल नहीं है। इसे बदलें या वापस लें।`,
  refused: (problem: string) => `यह अनुकूल नहीं है। ${problem}`,
  left: (seconds: number) => plural(seconds, { one: 'निर्णय के लिए # सेकंड बचा है', other: 'निर्णय के लिए # सेकंड बचे हैं' }),
  denyAll: (count: number) => `सभी ${number(count)} को मना करें`,
  allowAll: (count: number) => `सभी ${number(count)} को एक बार अनुमति दें`,
});

const deskOf = ({ plural, list }: Formats) => ({
  waits: (what: string) => `आपकी प्रतीक्षा में: ${what}?`,
  waitMany: (count: number) => plural(count, { one: '# सवाल आपकी प्रतीक्षा में है', other: '# सवाल आपकी प्रतीक्षा में हैं' }),
  show: 'दिखाएँ',
  hasRead: (read: Texts) => `पढ़ा गया: ${list(read)}`,
  hasSeen: (read: Texts) => `देखा गया: ${list(read)}`,
  title: 'इस बातचीत में क्या पढ़ा गया',
  strangers: (read: Texts) =>
    `पढ़ा गया: ${list(read)}। किसी अजनबी ने वहाँ निर्देश छिपाए हो सकते हैं, और AI मॉडल उन्हें आपके निर्देशों से अलग नहीं कर सकता। इसलिए आपसे फिर पूछा जाता है, चाहे आपने पहले कुछ भी अनुमति दी हो।`,
  personal: (read: Texts) => `कुछ निजी देखा गया: ${list(read)}। इसके बाहर जाने से पहले आपको ठीक वही दिखाया जाएगा जो जाएगा।`,
  clean: 'नए सिरे से शुरू करें',
  cleanMeans: 'नई बातचीत में कुछ नहीं पढ़ा गया है।',
  close: 'बंद करें',
});

const shapeOf = ({ plural }: Formats) => ({
  close: 'बंद करें',
  tall: 'पूरी ऊँचाई',
  waiting: (count: number) =>
    plural(count, { one: '# सवाल जवाब का इंतज़ार कर रहा है', other: '# सवाल जवाब का इंतज़ार कर रहे हैं' }),
  unread: (count: number) => plural(count, { one: '# नया जवाब', other: '# नए जवाब' }),
});

const talkOf = ({ plural, number }: Formats) => ({
  again: 'फिर से पूछें',
  edit: 'सवाल बदलें',
  down: 'नीचे जाएँ',
  fresh: (count: number) => `${number(count)} नए`,
  cancel: (what: string) => `रद्द करें: ${what}`,
  elapsed: (seconds: number) => `${number(seconds)} से॰`,
  steps: (count: number) => plural(count, { one: '# चरण', other: '# चरण' }),
  stepsDone: (count: number) => `${number(count)} पूरे`,
  charsLeft: (count: number) => plural(count, { one: '# अक्षर बाकी', other: '# अक्षर बाकी' }),
});

export const sheets = (formats: Formats) => ({
  approvals: {
    card: cardOf(formats),
    reasons: {
      ...reasons,
      untrusted: (read: Texts) => `इससे पहले यह पढ़ा गया: ${formats.list(read)}। इसमें किसी अजनबी के निर्देश हो सकते हैं।`,
      sensitive: (read: Texts) => `इससे पहले कुछ निजी देखा गया: ${formats.list(read)}।`,
    },
    sources,
    receipt,
    desk: deskOf(formats),
    permissions: permissions.title,
  },
  permissions: {
    ...permissions,
    grant: {
      session: 'आपने इस बातचीत में अनुमति दी है।',
      always: (until: string) => `आपने ${until} तक अनुमति दी है।`,
      forever: 'आपने अनुमति दी है।',
      revoke: 'वापस लें',
      revokeOf: (what: string) => `अपनी हाँ वापस लें: ${what}`,
    },
    record: { ...record, sent: (bytes: number) => `सर्वर को ${formats.bytes(bytes)} भेजे गए` },
  },
  shape: shapeOf(formats),
  talk: talkOf(formats),
});
