import type { Translate } from './translate.ts';

export { sheets } from './pt-sheets.ts';

const texts = {
  lang: 'pt',
  label: 'Assistente',
  placeholder: 'Pergunte ou diga o que fazer',
  conversation: 'Conversa',
  you: 'Você',
  send: 'Enviar',
  stop: 'Parar',
  clear: 'Nova conversa',
  model: 'um modelo de IA',
  busyHint: 'Você pode enviar isto quando a resposta estiver completa.',
  oneWaits: 'Já há uma mensagem à espera. Esta pode ser enviada quando aquela for respondida.',
  restoring: 'A conversa está sendo recuperada. Tente de novo em instantes.',
  truncated: 'A resposta foi cortada.',
  beganAnew: 'O servidor não tem mais esta conversa. O que segue é uma nova.',
  otherServer: 'A página mudou para outro servidor.',
  takenOff: 'O assistente foi retirado da página.',
  forbidden: 'O navegador não permite esta conexão.',
  thinking: 'Pensando',
  waiting: 'Aguardando envio',
  notSent: 'Não enviada',
  retry: 'Tentar de novo',
  welcome: 'Em que posso ajudar?',
  welcomeMore: 'Posso agir nesta página e no seu dispositivo. Você vê cada passo, e pergunto antes de algo delicado.',
  status: {
    idle: 'Sem conexão',
    connecting: 'Conectando',
    open: 'Pronto',
    lost: 'Desconectado',
    refused: 'Recusado',
  },
  rehearsal: 'Isto é um ensaio, não uma IA. As respostas seguem um roteiro; as ferramentas são reais.',
  lost: 'Conexão perdida.',
  tryingNow: 'Tentando conectar de novo.',
  tryNow: 'Tentar agora',
  continueHere: 'Continuar aqui',
  reconnected: 'Conectado de novo.',
  yes: 'sim',
  no: 'não',
  empty: 'vazio',
  copy: 'Copiar',
  copied: 'Copiado',
  shortened: 'As partes anteriores desta conversa não são mostradas.',
  noTicket: 'Esta página não conseguiu um tíquete para o assistente. Tente de novo ou entre outra vez na sua conta.',
};

const starters = {
  geolocation_get: 'Onde estou?',
  memory_put: 'Lembre que eu gosto de pão de centeio',
  clipboard_read: 'O que eu copiei?',
  device_context: 'Em que fuso horário estou?',
  device_status: 'Quanta bateria me resta?',
  speak: 'Diga olá em voz alta',
};

const tools = {
  geolocation_get: {
    ask: 'Descobrir onde você está',
    running: 'Descobrindo onde você está',
    done: 'Localização descoberta',
  },
  memory_put: { ask: 'Guardar algo na memória', running: 'Guardando na memória', done: 'Guardado na memória' },
  memory_get: { ask: 'Lembrar algo', running: 'Consultando a memória', done: 'Memória consultada' },
  memory_list: {
    ask: 'Rever o que está na memória',
    running: 'Revendo o que está na memória',
    done: 'Memória revista',
  },
  memory_delete: { ask: 'Esquecer algo', running: 'Esquecendo', done: 'Esquecido' },
  clipboard_read: {
    ask: 'Ler a sua área de transferência',
    running: 'Lendo a sua área de transferência',
    done: 'Área de transferência lida',
  },
  clipboard_write: {
    ask: 'Pôr um texto na sua área de transferência',
    running: 'Copiando para a sua área de transferência',
    done: 'Copiado para a sua área de transferência',
  },
  device_context: {
    ask: 'Ver as suas configurações de idioma e tela',
    running: 'Vendo as suas configurações de idioma e tela',
    done: 'Configurações de idioma e tela vistas',
  },
  device_status: {
    ask: 'Verificar a bateria e a rede',
    running: 'Verificando a bateria e a rede',
    done: 'Bateria e rede verificadas',
  },
  speak: { ask: 'Ler um texto em voz alta', running: 'Lendo em voz alta', done: 'Lido em voz alta' },
};

const phases = {
  requested: 'Iniciando',
  asking: 'Aguardando você',
  running: 'Em andamento',
  done: 'Concluído',
  denied: 'Não permitido',
  failed: 'Falhou',
  'timed-out': 'Demorou demais',
  cancelled: 'Interrompido',
  unknown: 'Pode ter acontecido ou não',
};

const errors = {
  cancelled: 'Foi interrompido.',
  turn_busy: 'A última mensagem ainda está sendo respondida.',
  turn_cancelled: 'Você interrompeu esta resposta.',
  bad_message: 'O servidor não entendeu esta página.',
  version_mismatch: 'Esta página e o servidor usam versões diferentes. Recarregar pode ajudar.',
  origin_refused: 'O servidor não aceita esta página.',
  ticket_refused: 'O servidor não aceitou o tíquete desta página.',
  frame_too_large: 'Uma mensagem era grande demais.',
  taken_over: 'Esta conversa continua em outra aba.',
  unknown_tool: 'Essa ferramenta não existe aqui.',
  invalid_args: 'Os dados não serviram para a ferramenta.',
  unsupported: 'Este navegador não consegue fazer isso.',
  insecure_context: 'Só funciona em uma página segura (https).',
  policy_blocked: 'Esta página não permite a execução.',
  permission_denied: 'O navegador não permitiu.',
  needs_gesture: 'O navegador pede um toque antes.',
  not_focused: 'A página não estava em primeiro plano.',
  unavailable: 'Não está disponível no momento.',
  busy: 'Está ocupado com outra coisa.',
  not_found: 'Não estava lá.',
  conflict: 'A ferramenta mudou nesse meio-tempo.',
  quota_exceeded: 'Não há mais espaço.',
  too_large: 'O resultado era grande demais.',
  rate_limited: 'Muitas em pouco tempo.',
  stale_target: 'A página mudou nesse meio-tempo.',
  navigated: 'A página foi abandonada.',
  internal: 'Algo deu errado na ferramenta.',
};

const failures = {
  max_rounds: 'A resposta precisava de passos demais.',
  model_unavailable: 'O modelo de IA não está disponível no momento. Tente de novo.',
  model_refused: 'O modelo de IA não respondeu a isso.',
  model_quota: 'O modelo de IA está sobrecarregado. Tente mais tarde.',
  budget_exceeded: 'O orçamento desta conversa acabou.',
  disconnected: 'A conexão foi perdida e, com ela, esta resposta.',
  unavailable: 'O servidor não está disponível no momento. Tente de novo.',
  too_fast: 'Muitas mensagens em pouco tempo. Aguarde um momento.',
  internal: 'Algo deu errado no servidor.',
};

export const translate: Translate = ({ plural, percent, duration }) => ({
  ...texts,
  notSentBecause: (why) => `Não enviada. ${why}`,
  nextTry: (seconds) =>
    plural(seconds, { one: 'Próxima tentativa em # segundo.', other: 'Próxima tentativa em # segundos.' }),
  say: {
    answer: (who, text) => `${who}: ${text}`,
    asking: (what) => `Sua aprovação é necessária: ${what}?`,
    call: (what, state) => `${what}: ${state}`,
  },
  starters,
  percent,
  details: {
    args: 'Enviado à ferramenta',
    result: 'Devolvido ao modelo de IA',
    error: 'Informado ao modelo de IA',
    duration,
  },
  tools,
  phases,
  errors,
  failures,
});
