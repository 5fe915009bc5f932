import type { Formats } from './formats.ts';

type Texts = readonly string[];

const card = {
  apart: 'Rispondi una alla volta',
  siteTool: 'Uno strumento di questo sito, con le sue parole',
  serverTool: 'Uno strumento del server dell’assistente, con le sue parole',
  onServer: 'Lo fa il server, non il suo browser. Non si vedrà in questa pagina.',
  leaves: 'Che cosa lascia il suo dispositivo',
  stays: 'Che cosa succede',
  outcomeGoes: 'Resta su questo dispositivo. L’assistente saprà solo che è stato fatto.',
  changesPage: 'Modifica qualcosa in questa pagina.',
  browserAsks: 'Anche il suo browser glielo chiederà.',
  gesture: 'Il suo browser lo consente solo subito dopo un tocco.',
  why: 'Perché lo chiede ora',
  said: 'Con le parole del modello di IA',
  overlaps: 'Evidenziato: ciò che ha letto di suo.',
  less: 'Mostra meno',
  readAll: 'Scorra prima fino in fondo.',
  edit: 'Modifica',
  undo: 'Annulla',
  hiddenInEdit: 'Con i suoi caratteri nascosti:',
  offline: 'Non connesso. Potrà decidere quando tornerà la connessione.',
  covered: 'Qualcosa copre questa richiesta o ne cambia l’aspetto. Si può consentire solo quando è ben visibile.',
  unfocused: 'Faccia prima clic in questa pagina.',
  leftSoon: 'Meno di mezzo minuto per decidere.',
  extend: 'Più tempo',
  deny: 'Nega',
  allow: { once: 'Consenti una volta', session: 'Consenti in questa conversazione', always: 'Consenti sempre' },
  howLong: 'Quanto vale il suo sì',
  scopes: { once: 'Solo questa volta', session: 'In questa conversazione', always: 'Sempre, per 30 giorni' },
  tap: 'Tocca per eseguire',
  allowTap: 'Consenti: Tocca per eseguire',
  folded: 'Qualcosa di delicato attende che lei finisca di scrivere.',
  open: 'Guarda',
};

const path = {
  args: 'Questi dati',
  result: 'Il risultato',
  device: 'Questo dispositivo',
  server: 'Il server dell’assistente',
  internet: 'La rete Internet',
  site: (where: string) => `${where}, che può trasmetterlo ad altri`,
};

const reasons = {
  site: 'Questo sito vuole che le si chieda ogni volta.',
  server: 'Il server dell’assistente vuole che le si chieda.',
  repaired: 'Il modello di IA ha scritto male questa chiamata; è stata corretta. La guardi due volte.',
  rate: 'È successo spesso in poco tempo.',
  policy: 'Una regola di questo sito vuole che le si chieda.',
  framed: 'Questa pagina è mostrata dentro un’altra.',
};

const sources = {
  pasted: 'un testo incollato da lei',
  script: 'un testo inviato da questa pagina',
  page_tools: 'gli strumenti di questa pagina',
  memory: 'ciò che era stato memorizzato',
  memory_get: 'ciò che è memorizzato',
  memory_list: 'ciò che è memorizzato',
  clipboard_read: 'i suoi appunti',
  geolocation_get: 'la sua posizione',
  device_context: 'le sue impostazioni',
  device_status: 'la sua batteria e la rete',
};

const receipt = {
  once: 'Consentito una volta',
  session: 'Consentito in questa conversazione',
  always: 'Consentito sempre',
  denied: 'Negato',
  expired: 'Senza risposta in tempo',
  auto: 'Consentito dal suo sì precedente',
};

const permissions = {
  title: 'Che cosa può fare l’assistente',
  close: 'Chiudi',
  see: 'Può vedere',
  act: 'Può fare',
  never: 'Non fa mai',
  nothing: 'Niente.',
  rules: { allow: 'Si esegue senza chiedere', ask: 'Prima chiede', deny: 'Non consentito su questo sito' },
  siteTool: 'uno strumento di questo sito',
  changesPage: 'modifica questa pagina',
  sendsOut: 'può inviare dati all’esterno',
  browserAsks: 'anche il suo browser chiede',
  blocked: 'Bloccato nelle impostazioni del suo browser per questo sito.',
  nevers: ['Vedere altre schede, password salvate o cookie', 'Dire di sì al suo posto'],
  others: 'I suoi sì precedenti',
};

const record = {
  title: 'Che cosa è successo',
  none: 'Ancora niente.',
  kept: 'Conservato solo in questo browser, senza ciò che è stato detto o mostrato.',
  save: 'Esporta',
  clear: 'Svuota l’elenco',
  file: 'chiamate-assistente.json',
  by: {
    policy: 'per una regola',
    grant: 'per il suo sì precedente',
    person: 'da lei',
    site: 'da questo sito',
    expired: 'senza risposta in tempo',
    cancelled: 'fermato',
  },
};

const cardOf = ({ plural, list, number }: Formats) => ({
  ...card,
  path,
  asks: (who: string, where: string) => `${who} su ${where} chiede`,
  question: (what: string) => `${what}?`,
  questions: (what: string, count: number) => `${what}, ${number(count)} volte?`,
  count: (at: number, of: number) => `${number(at)} di ${number(of)}`,
  together: (count: number) => `Rispondi a ${number(count)} insieme`,
  danger: (read: Texts) =>
    read.length > 0
      ? `Guardi due volte. Dopo aver letto ${list(read)}, vuole inviare qualcosa all’esterno.`
      : 'Guardi due volte. Vuole inviare qualcosa all’esterno.',
  more: (chars: number) => `Mostra tutti i ${number(chars)} caratteri`,
  editArg: (name: string) => `Modifica ${name}`,
  undoArg: (name: string) => `Annulla la modifica di ${name}`,
  notJson: (name: string) => `Non è adatto a «${name}». Lo cambi, o annulli.`,
  refused: (problem: string) => `Non è adatto. ${problem}`,
  left: (seconds: number) => plural(seconds, { one: '# secondo per decidere', other: '# secondi per decidere' }),
  denyAll: (count: number) => `Nega tutte e ${number(count)}`,
  allowAll: (count: number) => `Consenti tutte e ${number(count)} una volta`,
});

const deskOf = ({ plural, list }: Formats) => ({
  waits: (what: string) => `Attende la sua decisione: ${what}?`,
  waitMany: (count: number) =>
    plural(count, { one: '# domanda attende la sua decisione', other: '# domande attendono la sua decisione' }),
  show: 'Mostra',
  hasRead: (read: Texts) => `Ha letto ${list(read)}`,
  hasSeen: (read: Texts) => `Ha visto ${list(read)}`,
  title: 'Che cosa ha letto questa conversazione',
  strangers: (read: Texts) =>
    `Ha letto ${list(read)}. Un estraneo può avervi nascosto degli ordini, e un modello di IA non sa distinguerli dai suoi. Perciò le si chiede di nuovo, qualunque cosa abbia consentito prima.`,
  personal: (read: Texts) =>
    `Ha visto qualcosa di personale: ${list(read)}. Prima che possa uscire, le verrà mostrato esattamente che cosa uscirebbe.`,
  clean: 'Ricomincia da capo',
  cleanMeans: 'Una nuova conversazione non ha letto nulla.',
  close: 'Chiudi',
});

const shapeOf = ({ plural }: Formats) => ({
  close: 'Chiudi',
  tall: 'Altezza intera',
  waiting: (count: number) => plural(count, { one: '# domanda in attesa', other: '# domande in attesa' }),
  unread: (count: number) => plural(count, { one: '# nuova risposta', other: '# nuove risposte' }),
});

const talkOf = ({ plural, number }: Formats) => ({
  again: 'Chiedi di nuovo',
  edit: 'Modifica la domanda',
  down: 'Vai in fondo',
  fresh: (count: number) => plural(count, { one: '# nuovo', other: '# nuovi' }),
  cancel: (what: string) => `Annulla: ${what}`,
  elapsed: (seconds: number) => `${number(seconds)} s`,
  steps: (count: number) => plural(count, { one: '# passaggio', other: '# passaggi' }),
  stepsDone: (count: number) => plural(count, { one: '# fatto', other: '# fatti' }),
  charsLeft: (count: number) => plural(count, { one: 'Resta # carattere', other: 'Restano # caratteri' }),
});

export const sheets = (formats: Formats) => ({
  approvals: {
    card: cardOf(formats),
    reasons: {
      ...reasons,
      untrusted: (read: Texts) =>
        `Arriva dopo aver letto ${formats.list(read)}, dove possono esserci ordini di un estraneo.`,
      sensitive: (read: Texts) => `Arriva dopo aver visto qualcosa di personale: ${formats.list(read)}.`,
    },
    sources,
    receipt,
    desk: deskOf(formats),
    permissions: permissions.title,
  },
  permissions: {
    ...permissions,
    grant: {
      session: 'Lo ha consentito in questa conversazione.',
      always: (until: string) => `Lo ha consentito fino al ${until}.`,
      forever: 'Lo ha consentito.',
      revoke: 'Revoca',
      revokeOf: (what: string) => `Revoca il suo sì: ${what}`,
    },
    record: { ...record, sent: (bytes: number) => `${formats.bytes(bytes)} inviati al server` },
  },
  shape: shapeOf(formats),
  talk: talkOf(formats),
});
