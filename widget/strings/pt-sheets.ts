import type { Formats } from './formats.ts';

type Texts = readonly string[];

const card = {
  apart: 'Responder uma a uma',
  siteTool: 'Uma ferramenta deste site, nas palavras dele',
  serverTool: 'Uma ferramenta do servidor do assistente, nas palavras dele',
  onServer: 'Quem faz isto é o servidor, não o seu navegador. Não aparecerá nesta página.',
  leaves: 'O que sai do seu dispositivo',
  stays: 'O que acontece',
  outcomeGoes: 'Fica neste dispositivo. O assistente só fica sabendo que foi feito.',
  changesPage: 'Altera algo nesta página.',
  browserAsks: 'O seu navegador também vai perguntar.',
  gesture: 'O seu navegador só permite isto logo após um toque.',
  why: 'Por que pergunta agora',
  said: 'Nas palavras do modelo de IA',
  overlaps: 'Marcado: o que foi lido de você.',
  less: 'Mostrar menos',
  readAll: 'Role primeiro até o fim.',
  edit: 'Editar',
  undo: 'Desfazer',
  hiddenInEdit: 'Com os seus caracteres ocultos:',
  offline: 'Sem conexão. Você pode decidir quando a conexão voltar.',
  covered: 'Algo cobre isto ou muda a sua aparência. Só pode ser permitido quando estiver bem à vista.',
  unfocused: 'Clique primeiro nesta página.',
  leftSoon: 'Resta menos de meio minuto para decidir.',
  extend: 'Mais tempo',
  deny: 'Negar',
  allow: { once: 'Permitir uma vez', session: 'Permitir nesta conversa', always: 'Permitir sempre' },
  howLong: 'Quanto dura o seu sim',
  scopes: { once: 'Só desta vez', session: 'Nesta conversa', always: 'Sempre, por 30 dias' },
  tap: 'Tocar para executar',
  allowTap: 'Permitir: Tocar para executar',
  folded: 'Algo delicado espera até você terminar de escrever.',
  open: 'Ver',
};

const path = {
  args: 'Estes dados',
  result: 'O resultado',
  device: 'Este dispositivo',
  server: 'O servidor do assistente',
  internet: 'A internet',
  site: (where: string) => `${where}, que pode passá-lo adiante`,
};

const reasons = {
  site: 'Este site quer que você seja consultado todas as vezes.',
  server: 'O servidor do assistente quer que você seja consultado.',
  repaired: 'O modelo de IA escreveu mal esta chamada; ela foi corrigida. Olhe duas vezes.',
  rate: 'Isto aconteceu muitas vezes em pouco tempo.',
  policy: 'Uma regra deste site quer que você seja consultado.',
  framed: 'Esta página é mostrada dentro de outra.',
};

const sources = {
  pasted: 'um texto que você colou',
  script: 'um texto que esta página enviou',
  page_tools: 'as ferramentas desta página',
  memory: 'o que foi lembrado antes',
  memory_get: 'o que foi lembrado',
  memory_list: 'o que foi lembrado',
  clipboard_read: 'a sua área de transferência',
  geolocation_get: 'a sua localização',
  device_context: 'as suas configurações',
  device_status: 'a sua bateria e rede',
};

const receipt = {
  once: 'Permitido uma vez',
  session: 'Permitido nesta conversa',
  always: 'Permitido sempre',
  denied: 'Negado',
  expired: 'Sem resposta a tempo',
  auto: 'Permitido pelo seu sim anterior',
};

const permissions = {
  title: 'O que o assistente pode fazer',
  close: 'Fechar',
  see: 'Ele pode ver',
  act: 'Ele pode fazer',
  never: 'Ele nunca faz',
  nothing: 'Nada.',
  rules: { allow: 'Executa sem perguntar', ask: 'Pergunta antes', deny: 'Não permitido neste site' },
  siteTool: 'uma ferramenta deste site',
  changesPage: 'altera esta página',
  sendsOut: 'pode enviar dados para fora',
  browserAsks: 'o seu navegador também pergunta',
  blocked: 'Bloqueado nas configurações do seu navegador para este site.',
  nevers: ['Ver outras abas, senhas salvas ou cookies', 'Dizer sim no seu lugar'],
  others: 'As suas permissões anteriores',
};

const record = {
  title: 'O que aconteceu',
  none: 'Nada ainda.',
  kept: 'Guardado só neste navegador, sem o que foi dito ou mostrado.',
  save: 'Exportar',
  clear: 'Limpar a lista',
  file: 'chamadas-do-assistente.json',
  by: {
    policy: 'por uma regra',
    grant: 'pelo seu sim anterior',
    person: 'por você',
    site: 'por este site',
    expired: 'sem resposta a tempo',
    cancelled: 'interrompido',
  },
};

const cardOf = ({ plural, list, number }: Formats) => ({
  ...card,
  path,
  asks: (who: string, where: string) => `${who} em ${where} pergunta`,
  question: (what: string) => `${what}?`,
  questions: (what: string, count: number) => `${what}, ${number(count)} vezes?`,
  count: (at: number, of: number) => `${number(at)} de ${number(of)}`,
  together: (count: number) => `Responder as ${number(count)} juntas`,
  danger: (read: Texts) =>
    read.length > 0
      ? `Olhe duas vezes. Depois de ler ${list(read)}, ele quer enviar algo para fora.`
      : 'Olhe duas vezes. Ele quer enviar algo para fora.',
  more: (chars: number) => `Mostrar todos os ${number(chars)} caracteres`,
  editArg: (name: string) => `Editar ${name}`,
  undoArg: (name: string) => `Desfazer a alteração de ${name}`,
  notJson: (name: string) => `Isso não serve para “${name}”. Altere ou desfaça.`,
  refused: (problem: string) => `Isso não serve. ${problem}`,
  left: (seconds: number) =>
    plural(seconds, { one: 'Resta # segundo para decidir', other: 'Restam # segundos para decidir' }),
  denyAll: (count: number) => `Negar as ${number(count)}`,
  allowAll: (count: number) => `Permitir as ${number(count)} uma vez`,
});

const deskOf = ({ plural, list }: Formats) => ({
  waits: (what: string) => `Aguarda a sua decisão: ${what}?`,
  waitMany: (count: number) =>
    plural(count, { one: '# pergunta aguarda a sua decisão', other: '# perguntas aguardam a sua decisão' }),
  show: 'Mostrar',
  hasRead: (read: Texts) => `Leu ${list(read)}`,
  hasSeen: (read: Texts) => `Viu ${list(read)}`,
  title: 'O que esta conversa leu',
  strangers: (read: Texts) =>
    `Leu ${list(read)}. Um estranho pode ter escondido ordens ali, e um modelo de IA não sabe distingui-las das suas. Por isso você é consultado de novo, seja o que for que tenha permitido antes.`,
  personal: (read: Texts) =>
    `Viu algo pessoal: ${list(read)}. Antes que isso possa sair, você verá exatamente o que sairia.`,
  clean: 'Começar do zero',
  cleanMeans: 'Uma conversa nova não leu nada.',
  close: 'Fechar',
});

const shapeOf = ({ plural }: Formats) => ({
  close: 'Fechar',
  tall: 'Altura total',
  waiting: (count: number) => plural(count, { one: '# pergunta à espera', other: '# perguntas à espera' }),
  unread: (count: number) => plural(count, { one: '# resposta nova', other: '# respostas novas' }),
});

const talkOf = ({ plural, number }: Formats) => ({
  again: 'Perguntar de novo',
  edit: 'Editar pergunta',
  down: 'Ir para baixo',
  fresh: (count: number) => plural(count, { one: '# novo', other: '# novos' }),
  cancel: (what: string) => `Cancelar: ${what}`,
  elapsed: (seconds: number) => `${number(seconds)} s`,
  steps: (count: number) => plural(count, { one: '# passo', other: '# passos' }),
  stepsDone: (count: number) => plural(count, { one: '# feito', other: '# feitos' }),
  charsLeft: (count: number) => plural(count, { one: 'Resta # caractere', other: 'Restam # caracteres' }),
});

export const sheets = (formats: Formats) => ({
  approvals: {
    card: cardOf(formats),
    reasons: {
      ...reasons,
      untrusted: (read: Texts) => `Vem depois de ler ${formats.list(read)}, onde pode haver ordens de um estranho.`,
      sensitive: (read: Texts) => `Vem depois de ver algo pessoal: ${formats.list(read)}.`,
    },
    sources,
    receipt,
    desk: deskOf(formats),
    permissions: permissions.title,
  },
  permissions: {
    ...permissions,
    grant: {
      session: 'Você permitiu nesta conversa.',
      always: (until: string) => `Você permitiu até ${until}.`,
      forever: 'Você permitiu.',
      revoke: 'Retirar',
      revokeOf: (what: string) => `Retirar o seu sim: ${what}`,
    },
    record: { ...record, sent: (bytes: number) => `${formats.bytes(bytes)} enviados ao servidor` },
  },
  shape: shapeOf(formats),
  talk: talkOf(formats),
});
