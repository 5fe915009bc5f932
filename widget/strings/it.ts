import type { Translate } from './translate.ts';

export { sheets } from './it-sheets.ts';

const texts = {
  lang: 'it',
  label: 'Assistente',
  placeholder: 'Chieda o dica che cosa fare',
  conversation: 'Conversazione',
  you: 'Lei',
  send: 'Invia',
  stop: 'Ferma',
  clear: 'Nuova conversazione',
  model: 'un modello di IA',
  busyHint: 'Potrà inviare questo messaggio quando la risposta sarà completa.',
  oneWaits: 'Un messaggio è già in attesa. Potrà inviare questo quando l’altro avrà avuto risposta.',
  restoring: 'La conversazione è in fase di ripristino. Riprovi tra un momento.',
  truncated: 'La risposta è stata troncata.',
  beganAnew: 'Il server non ha più questa conversazione. Quella che segue è nuova.',
  otherServer: 'La pagina è passata a un altro server.',
  takenOff: 'L’assistente è stato tolto dalla pagina.',
  forbidden: 'Il browser non consente questa connessione.',
  thinking: 'Sta pensando',
  waiting: 'In attesa di invio',
  notSent: 'Non inviato',
  retry: 'Riprova',
  welcome: 'Come posso aiutarla?',
  welcomeMore:
    'Posso agire in questa pagina e sul suo dispositivo. Vedrà ogni passo, e chiedo prima di ciò che è delicato.',
  status: {
    idle: 'Non connesso',
    connecting: 'Connessione in corso',
    open: 'Pronto',
    lost: 'Disconnesso',
    refused: 'Rifiutato',
  },
  rehearsal: 'Questa è una prova, non un’IA. Le risposte seguono un copione; gli strumenti sono veri.',
  lost: 'Connessione persa.',
  tryingNow: 'Nuovo tentativo di connessione.',
  tryNow: 'Prova ora',
  continueHere: 'Continua qui',
  reconnected: 'Di nuovo connesso.',
  yes: 'sì',
  no: 'no',
  empty: 'vuoto',
  copy: 'Copia',
  copied: 'Copiato',
  shortened: 'Le parti precedenti di questa conversazione non vengono mostrate.',
  noTicket: 'Questa pagina non ha potuto ottenere un ticket per l’assistente. Riprovi, o acceda di nuovo.',
};

const starters = {
  geolocation_get: 'Dove mi trovo?',
  memory_put: 'Ricordi che mi piace il pane di segale',
  clipboard_read: 'Che cosa ho copiato?',
  device_context: 'In quale fuso orario sono?',
  device_status: 'Quanta batteria mi resta?',
  speak: 'Dica ciao ad alta voce',
};

const tools = {
  geolocation_get: {
    ask: 'Rilevare la sua posizione',
    running: 'Rilevamento della sua posizione',
    done: 'Posizione rilevata',
  },
  memory_put: { ask: 'Ricordare qualcosa', running: 'Memorizzazione', done: 'Memorizzato' },
  memory_get: {
    ask: 'Richiamare qualcosa dalla memoria',
    running: 'Consultazione della memoria',
    done: 'Memoria consultata',
  },
  memory_list: {
    ask: 'Rivedere ciò che è memorizzato',
    running: 'Revisione di ciò che è memorizzato',
    done: 'Rivisto ciò che è memorizzato',
  },
  memory_delete: { ask: 'Dimenticare qualcosa', running: 'Cancellazione dalla memoria', done: 'Dimenticato' },
  clipboard_read: {
    ask: 'Leggere i suoi appunti',
    running: 'Lettura dei suoi appunti',
    done: 'Appunti letti',
  },
  clipboard_write: {
    ask: 'Mettere un testo nei suoi appunti',
    running: 'Copia nei suoi appunti',
    done: 'Copiato nei suoi appunti',
  },
  device_context: {
    ask: 'Vedere le sue impostazioni di lingua e schermo',
    running: 'Lettura delle sue impostazioni di lingua e schermo',
    done: 'Impostazioni di lingua e schermo lette',
  },
  device_status: {
    ask: 'Controllare batteria e rete',
    running: 'Controllo di batteria e rete',
    done: 'Batteria e rete controllate',
  },
  speak: { ask: 'Leggere un testo ad alta voce', running: 'Lettura ad alta voce', done: 'Letto ad alta voce' },
};

const phases = {
  requested: 'Avvio',
  asking: 'In attesa della sua decisione',
  running: 'In corso',
  done: 'Fatto',
  denied: 'Non consentito',
  failed: 'Non riuscito',
  'timed-out': 'Ha richiesto troppo tempo',
  cancelled: 'Fermato',
  unknown: 'Forse è avvenuto, forse no',
};

const errors = {
  cancelled: 'È stato fermato.',
  turn_busy: 'L’ultimo messaggio è ancora in attesa di risposta.',
  turn_cancelled: 'Ha fermato questa risposta.',
  bad_message: 'Il server non ha capito questa pagina.',
  version_mismatch: 'Questa pagina e il server usano versioni diverse. Ricaricare può aiutare.',
  origin_refused: 'Il server non accetta questa pagina.',
  ticket_refused: 'Il server non ha accettato il ticket di questa pagina.',
  frame_too_large: 'Un messaggio era troppo grande.',
  taken_over: 'Questa conversazione continua in un’altra scheda.',
  unknown_tool: 'Qui non c’è uno strumento simile.',
  invalid_args: 'I dati non erano adatti allo strumento.',
  unsupported: 'Questo browser non può farlo.',
  insecure_context: 'Funziona solo in una pagina sicura (https).',
  policy_blocked: 'Questa pagina non ne consente l’esecuzione.',
  permission_denied: 'Il browser non lo ha consentito.',
  needs_gesture: 'Il browser richiede prima un tocco.',
  not_focused: 'La pagina non era in primo piano.',
  unavailable: 'Al momento non è disponibile.',
  busy: 'È già occupato con altro.',
  not_found: 'Non c’era.',
  conflict: 'Nel frattempo lo strumento è cambiato.',
  quota_exceeded: 'Non c’è più spazio.',
  too_large: 'Il risultato era troppo grande.',
  rate_limited: 'Troppe in poco tempo.',
  stale_target: 'Nel frattempo la pagina è cambiata.',
  navigated: 'La pagina è stata lasciata.',
  internal: 'Qualcosa è andato storto nello strumento.',
};

const failures = {
  max_rounds: 'La risposta richiedeva troppi passi.',
  model_unavailable: 'Il modello di IA al momento non è raggiungibile. Riprovi.',
  model_refused: 'Il modello di IA non ha risposto a questo.',
  model_quota: 'Il modello di IA è sovraccarico. Riprovi più tardi.',
  budget_exceeded: 'Il budget di questa conversazione è esaurito.',
  disconnected: 'La connessione è andata persa, e con essa questa risposta.',
  unavailable: 'Il server al momento non è disponibile. Riprovi.',
  too_fast: 'Troppi messaggi in poco tempo. Attenda un momento.',
  internal: 'Qualcosa è andato storto sul server.',
};

export const translate: Translate = ({ plural, percent, duration }) => ({
  ...texts,
  notSentBecause: (why) => `Non inviato. ${why}`,
  nextTry: (seconds) =>
    plural(seconds, { one: 'Prossimo tentativo tra # secondo.', other: 'Prossimo tentativo tra # secondi.' }),
  say: {
    answer: (who, text) => `${who}: ${text}`,
    asking: (what) => `Serve la sua approvazione: ${what}?`,
    call: (what, state) => `${what}: ${state}`,
  },
  starters,
  percent,
  details: {
    args: 'Inviato allo strumento',
    result: 'Restituito al modello di IA',
    error: 'Comunicato al modello di IA',
    duration,
  },
  tools,
  phases,
  errors,
  failures,
});
