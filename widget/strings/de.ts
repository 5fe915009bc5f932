import type { Translate } from './translate.ts';

export { sheets } from './de-sheets.ts';

const texts = {
  lang: 'de',
  label: 'Assistent',
  placeholder: 'Fragen Sie, oder sagen Sie, was zu tun ist',
  conversation: 'Gespräch',
  you: 'Sie',
  send: 'Senden',
  stop: 'Stoppen',
  clear: 'Neues Gespräch',
  model: 'ein KI-Modell',
  busyHint: 'Sie können das senden, sobald die Antwort vollständig ist.',
  oneWaits: 'Eine Nachricht wartet bereits. Diese können Sie senden, sobald jene beantwortet ist.',
  restoring: 'Das Gespräch wird gerade wiederhergestellt. Versuchen Sie es gleich noch einmal.',
  truncated: 'Die Antwort wurde gekürzt.',
  beganAnew: 'Der Server hat dieses Gespräch nicht mehr. Was folgt, ist ein neues.',
  otherServer: 'Die Seite hat zu einem anderen Server gewechselt.',
  takenOff: 'Der Assistent wurde von der Seite entfernt.',
  forbidden: 'Der Browser lässt diese Verbindung nicht zu.',
  thinking: 'Denkt nach',
  waiting: 'Wird noch gesendet',
  notSent: 'Nicht gesendet',
  retry: 'Erneut versuchen',
  welcome: 'Was kann ich für Sie tun?',
  welcomeMore:
    'Ich kann auf dieser Seite und auf Ihrem Gerät handeln. Sie sehen jeden Schritt, und vor allem Heiklen frage ich.',
  status: { idle: 'Nicht verbunden', connecting: 'Verbindet', open: 'Bereit', lost: 'Offline', refused: 'Abgelehnt' },
  rehearsal: 'Das ist eine Probe, keine KI. Die Antworten sind vorgegeben, die Werkzeuge sind echt.',
  lost: 'Verbindung verloren.',
  tryingNow: 'Die Verbindung wird wiederhergestellt.',
  tryNow: 'Jetzt versuchen',
  continueHere: 'Hier fortsetzen',
  reconnected: 'Wieder verbunden.',
  yes: 'ja',
  no: 'nein',
  empty: 'leer',
  copy: 'Kopieren',
  copied: 'Kopiert',
  shortened: 'Frühere Teile dieses Gesprächs werden nicht angezeigt.',
  noTicket:
    'Diese Seite hat kein Ticket für den Assistenten erhalten. Versuchen Sie es noch einmal, oder melden Sie sich neu an.',
};

const starters = {
  geolocation_get: 'Wo bin ich?',
  memory_put: 'Merken Sie sich, dass ich Roggenbrot mag',
  clipboard_read: 'Was habe ich kopiert?',
  device_context: 'In welcher Zeitzone bin ich?',
  device_status: 'Wie voll ist mein Akku?',
  speak: 'Sagen Sie laut Hallo',
};

const tools = {
  geolocation_get: {
    ask: 'Ihren Standort ermitteln',
    running: 'Ihr Standort wird ermittelt',
    done: 'Ihr Standort wurde ermittelt',
  },
  memory_put: { ask: 'Sich etwas merken', running: 'Merkt sich etwas', done: 'Gemerkt' },
  memory_get: { ask: 'Sich an etwas erinnern', running: 'Erinnert sich', done: 'Erinnert' },
  memory_list: {
    ask: 'Durchsehen, was gemerkt ist',
    running: 'Das Gemerkte wird durchgesehen',
    done: 'Das Gemerkte wurde durchgesehen',
  },
  memory_delete: { ask: 'Etwas vergessen', running: 'Vergisst etwas', done: 'Vergessen' },
  clipboard_read: {
    ask: 'Ihre Zwischenablage lesen',
    running: 'Ihre Zwischenablage wird gelesen',
    done: 'Ihre Zwischenablage wurde gelesen',
  },
  clipboard_write: {
    ask: 'Einen Text in Ihre Zwischenablage legen',
    running: 'Wird in Ihre Zwischenablage kopiert',
    done: 'In Ihre Zwischenablage kopiert',
  },
  device_context: {
    ask: 'Ihre Sprach- und Bildschirmeinstellungen ansehen',
    running: 'Ihre Sprach- und Bildschirmeinstellungen werden angesehen',
    done: 'Ihre Sprach- und Bildschirmeinstellungen wurden angesehen',
  },
  device_status: {
    ask: 'Akku und Netz prüfen',
    running: 'Akku und Netz werden geprüft',
    done: 'Akku und Netz wurden geprüft',
  },
  speak: { ask: 'Einen Text vorlesen', running: 'Liest vor', done: 'Vorgelesen' },
};

const phases = {
  requested: 'Beginnt',
  asking: 'Wartet auf Sie',
  running: 'Läuft',
  done: 'Fertig',
  denied: 'Nicht erlaubt',
  failed: 'Fehlgeschlagen',
  'timed-out': 'Hat zu lange gedauert',
  cancelled: 'Gestoppt',
  unknown: 'Vielleicht geschehen, vielleicht nicht',
};

const errors = {
  cancelled: 'Es wurde gestoppt.',
  turn_busy: 'Die letzte Nachricht wird noch beantwortet.',
  turn_cancelled: 'Sie haben diese Antwort gestoppt.',
  bad_message: 'Der Server hat diese Seite nicht verstanden.',
  version_mismatch: 'Diese Seite und der Server sprechen verschiedene Versionen. Neu laden kann helfen.',
  origin_refused: 'Der Server nimmt diese Seite nicht an.',
  ticket_refused: 'Der Server hat das Ticket dieser Seite nicht angenommen.',
  frame_too_large: 'Eine Nachricht war zu groß.',
  taken_over: 'Dieses Gespräch geht in einem anderen Tab weiter.',
  unknown_tool: 'Dieses Werkzeug gibt es hier nicht.',
  invalid_args: 'Die Angaben passten nicht zum Werkzeug.',
  unsupported: 'Dieser Browser kann das nicht.',
  insecure_context: 'Das geht nur auf einer sicheren Seite (https).',
  policy_blocked: 'Diese Seite lässt das nicht zu.',
  permission_denied: 'Der Browser hat es nicht erlaubt.',
  needs_gesture: 'Der Browser verlangt zuerst ein Tippen.',
  not_focused: 'Die Seite war nicht im Vordergrund.',
  unavailable: 'Es ist gerade nicht verfügbar.',
  busy: 'Es ist mit etwas anderem beschäftigt.',
  not_found: 'Es war nicht da.',
  conflict: 'Das Werkzeug hat sich inzwischen geändert.',
  quota_exceeded: 'Dafür ist kein Platz mehr.',
  too_large: 'Das Ergebnis war zu groß.',
  rate_limited: 'Zu viele in kurzer Zeit.',
  stale_target: 'Die Seite hat sich inzwischen geändert.',
  navigated: 'Die Seite wurde verlassen.',
  internal: 'Im Werkzeug ist etwas schiefgegangen.',
};

const failures = {
  max_rounds: 'Die Antwort brauchte zu viele Schritte.',
  model_unavailable: 'Das KI-Modell ist gerade nicht erreichbar. Versuchen Sie es noch einmal.',
  model_refused: 'Das KI-Modell hat darauf nicht geantwortet.',
  model_quota: 'Das KI-Modell ist gerade ausgelastet. Versuchen Sie es später noch einmal.',
  budget_exceeded: 'Das Budget für dieses Gespräch ist aufgebraucht.',
  disconnected: 'Die Verbindung ging verloren und mit ihr diese Antwort.',
  unavailable: 'Der Server ist gerade nicht verfügbar. Versuchen Sie es noch einmal.',
  too_fast: 'Zu viele Nachrichten in kurzer Zeit. Warten Sie einen Moment.',
  internal: 'Auf dem Server ist etwas schiefgegangen.',
};

export const translate: Translate = ({ plural, percent, duration }) => ({
  ...texts,
  notSentBecause: (why) => `Nicht gesendet. ${why}`,
  nextTry: (seconds) =>
    plural(seconds, { one: 'Nächster Versuch in # Sekunde.', other: 'Nächster Versuch in # Sekunden.' }),
  say: {
    answer: (who, text) => `${who}: ${text}`,
    asking: (what) => `Ihre Zustimmung ist nötig: ${what}?`,
    call: (what, state) => `${what}: ${state}`,
  },
  starters,
  percent,
  details: {
    args: 'An das Werkzeug gesendet',
    result: 'An das KI-Modell zurückgegeben',
    error: 'Dem KI-Modell mitgeteilt',
    duration,
  },
  tools,
  phases,
  errors,
  failures,
});
