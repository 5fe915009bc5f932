import type { Formats } from './formats.ts';

type Texts = readonly string[];

const card = {
  apart: 'Einzeln beantworten',
  siteTool: 'Ein Werkzeug dieser Website, in ihren Worten',
  serverTool: 'Ein Werkzeug vom Server des Assistenten, in dessen Worten',
  onServer: 'Das macht der Server, nicht Ihr Browser. Auf dieser Seite wird es nicht zu sehen sein.',
  leaves: 'Was Ihr Gerät verlässt',
  stays: 'Was geschieht',
  outcomeGoes: 'Es bleibt auf diesem Gerät. Der Assistent erfährt nur, dass es erledigt ist.',
  changesPage: 'Es ändert etwas auf dieser Seite.',
  browserAsks: 'Ihr Browser wird Sie ebenfalls fragen.',
  gesture: 'Ihr Browser lässt das nur direkt nach einem Tippen zu.',
  why: 'Warum jetzt gefragt wird',
  said: 'In den Worten des KI-Modells',
  overlaps: 'Markiert: was es von Ihnen gelesen hat.',
  less: 'Weniger zeigen',
  readAll: 'Blättern Sie zuerst alles durch.',
  edit: 'Bearbeiten',
  undo: 'Rückgängig',
  hiddenInEdit: 'Mit seinen verborgenen Zeichen:',
  offline: 'Nicht verbunden. Sie können entscheiden, sobald die Verbindung wieder steht.',
  covered: 'Etwas verdeckt oder verändert dies. Erlauben geht erst, wenn es frei zu sehen ist.',
  unfocused: 'Klicken Sie zuerst in diese Seite.',
  leftSoon: 'Weniger als eine halbe Minute zum Entscheiden.',
  extend: 'Mehr Zeit',
  deny: 'Ablehnen',
  allow: { once: 'Einmal erlauben', session: 'In diesem Gespräch erlauben', always: 'Immer erlauben' },
  howLong: 'Wie lange Ihr Ja gilt',
  scopes: { once: 'Nur dieses Mal', session: 'In diesem Gespräch', always: 'Immer, 30 Tage lang' },
  tap: 'Zum Ausführen tippen',
  allowTap: 'Erlauben: Zum Ausführen tippen',
  folded: 'Etwas Heikles wartet, bis Sie fertig geschrieben haben.',
  open: 'Ansehen',
};

const path = {
  args: 'Diese Angaben',
  result: 'Das Ergebnis',
  device: 'Dieses Gerät',
  server: 'Der Server des Assistenten',
  internet: 'Das Internet',
  site: (where: string) => `${where}, von wo es weitergegeben werden kann`,
};

const reasons = {
  site: 'Diese Website möchte, dass Sie jedes Mal gefragt werden.',
  server: 'Der Server des Assistenten möchte, dass Sie gefragt werden.',
  repaired: 'Das KI-Modell hat diesen Aufruf fehlerhaft geschrieben; er wurde berichtigt. Sehen Sie zweimal hin.',
  rate: 'Das ist in kurzer Zeit oft geschehen.',
  policy: 'Eine Regel dieser Website möchte, dass Sie gefragt werden.',
  framed: 'Diese Seite wird in einer anderen Seite angezeigt.',
};

const sources = {
  pasted: 'ein von Ihnen eingefügter Text',
  script: 'ein von dieser Seite gesendeter Text',
  page_tools: 'die eigenen Werkzeuge dieser Seite',
  memory: 'früher Gemerktes',
  memory_get: 'Gemerktes',
  memory_list: 'Gemerktes',
  clipboard_read: 'Ihre Zwischenablage',
  geolocation_get: 'Ihr Standort',
  device_context: 'Ihre Einstellungen',
  device_status: 'Ihr Akku und Netz',
};

const receipt = {
  once: 'Einmal erlaubt',
  session: 'In diesem Gespräch erlaubt',
  always: 'Immer erlaubt',
  denied: 'Abgelehnt',
  expired: 'Nicht rechtzeitig beantwortet',
  auto: 'Durch Ihr früheres Ja erlaubt',
};

const permissions = {
  title: 'Was der Assistent darf',
  close: 'Schließen',
  see: 'Er kann sehen',
  act: 'Er kann tun',
  never: 'Er wird nie',
  nothing: 'Nichts.',
  rules: { allow: 'Läuft ohne Nachfrage', ask: 'Fragt zuerst', deny: 'Auf dieser Website nicht erlaubt' },
  siteTool: 'ein Werkzeug dieser Website',
  changesPage: 'ändert diese Seite',
  sendsOut: 'kann Daten nach außen senden',
  browserAsks: 'Ihr Browser fragt ebenfalls',
  blocked: 'In den Einstellungen Ihres Browsers für diese Website gesperrt.',
  nevers: ['Andere Tabs, gespeicherte Passwörter oder Cookies sehen', 'An Ihrer Stelle Ja sagen'],
  others: 'Ihre früheren Zusagen',
};

const record = {
  title: 'Was geschehen ist',
  none: 'Noch nichts.',
  kept: 'Nur in diesem Browser aufbewahrt, ohne das, was gesagt oder gezeigt wurde.',
  save: 'Exportieren',
  clear: 'Liste leeren',
  file: 'assistent-aufrufe.json',
  by: {
    policy: 'durch eine Regel',
    grant: 'durch Ihr früheres Ja',
    person: 'durch Sie',
    site: 'durch diese Website',
    expired: 'nicht rechtzeitig beantwortet',
    cancelled: 'gestoppt',
  },
};

const cardOf = ({ plural, list, number }: Formats) => ({
  ...card,
  path,
  asks: (who: string, where: string) => `${who} auf ${where} fragt`,
  question: (what: string) => `${what}?`,
  questions: (what: string, count: number) => `${what}, ${number(count)}-mal?`,
  count: (at: number, of: number) => `${number(at)} von ${number(of)}`,
  together: (count: number) => `${number(count)} zusammen beantworten`,
  danger: (read: Texts) =>
    read.length > 0
      ? `Sehen Sie zweimal hin. Gelesen wurde: ${list(read)}. Nun soll etwas nach außen gesendet werden.`
      : 'Sehen Sie zweimal hin. Es soll etwas nach außen gesendet werden.',
  more: (chars: number) => `Alle ${number(chars)} Zeichen zeigen`,
  editArg: (name: string) => `${name} bearbeiten`,
  undoArg: (name: string) => `Änderung an ${name} rückgängig machen`,
  notJson: (name: string) => `Das passt nicht zu „${name}“. Ändern Sie es, oder machen Sie es rückgängig.`,
  refused: (problem: string) => `Das passt nicht. ${problem}`,
  left: (seconds: number) =>
    plural(seconds, { one: 'Noch # Sekunde zum Entscheiden', other: 'Noch # Sekunden zum Entscheiden' }),
  denyAll: (count: number) => `Alle ${number(count)} ablehnen`,
  allowAll: (count: number) => `Alle ${number(count)} einmal erlauben`,
});

const deskOf = ({ plural, list }: Formats) => ({
  waits: (what: string) => `Wartet auf Sie: ${what}?`,
  waitMany: (count: number) => plural(count, { one: '# Frage wartet auf Sie', other: '# Fragen warten auf Sie' }),
  show: 'Zeigen',
  hasRead: (read: Texts) => `Gelesen: ${list(read)}`,
  hasSeen: (read: Texts) => `Gesehen: ${list(read)}`,
  title: 'Was in diesem Gespräch gelesen wurde',
  strangers: (read: Texts) =>
    `Gelesen wurde: ${list(read)}. Darin kann ein Fremder Anweisungen versteckt haben, und ein KI-Modell kann sie nicht von Ihren unterscheiden. Darum werden Sie wieder gefragt, was immer Sie zuvor erlaubt haben.`,
  personal: (read: Texts) =>
    `Gesehen wurde etwas Persönliches: ${list(read)}. Bevor es hinausgehen kann, sehen Sie genau, was gehen würde.`,
  clean: 'Neu beginnen',
  cleanMeans: 'In einem neuen Gespräch wurde noch nichts gelesen.',
  close: 'Schließen',
});

const shapeOf = ({ plural }: Formats) => ({
  close: 'Schließen',
  tall: 'Volle Höhe',
  waiting: (count: number) => plural(count, { one: '# Frage wartet', other: '# Fragen warten' }),
  unread: (count: number) => plural(count, { one: '# neue Antwort', other: '# neue Antworten' }),
});

const talkOf = ({ plural, number }: Formats) => ({
  again: 'Noch einmal fragen',
  edit: 'Frage bearbeiten',
  down: 'Nach unten',
  fresh: (count: number) => `${number(count)} neu`,
  cancel: (what: string) => `Abbrechen: ${what}`,
  elapsed: (seconds: number) => `${number(seconds)} s`,
  steps: (count: number) => plural(count, { one: '# Schritt', other: '# Schritte' }),
  stepsDone: (count: number) => `${number(count)} fertig`,
  charsLeft: (count: number) => plural(count, { one: 'Noch # Zeichen', other: 'Noch # Zeichen' }),
});

export const sheets = (formats: Formats) => ({
  approvals: {
    card: cardOf(formats),
    reasons: {
      ...reasons,
      untrusted: (read: Texts) =>
        `Zuvor wurde gelesen: ${formats.list(read)}. Darin können Anweisungen eines Fremden stehen.`,
      sensitive: (read: Texts) => `Zuvor wurde etwas Persönliches gesehen: ${formats.list(read)}.`,
    },
    sources,
    receipt,
    desk: deskOf(formats),
    permissions: permissions.title,
  },
  permissions: {
    ...permissions,
    grant: {
      session: 'Sie haben es in diesem Gespräch erlaubt.',
      always: (until: string) => `Sie haben es bis ${until} erlaubt.`,
      forever: 'Sie haben es erlaubt.',
      revoke: 'Zurücknehmen',
      revokeOf: (what: string) => `Ihr Ja zurücknehmen: ${what}`,
    },
    record: { ...record, sent: (bytes: number) => `${formats.bytes(bytes)} an den Server gesendet` },
  },
  shape: shapeOf(formats),
  talk: talkOf(formats),
});
