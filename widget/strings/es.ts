import type { Translate } from './translate.ts';

export { sheets } from './es-sheets.ts';

const texts = {
  lang: 'es',
  label: 'Asistente',
  placeholder: 'Pregunte o diga qué hacer',
  conversation: 'Conversación',
  you: 'Usted',
  send: 'Enviar',
  stop: 'Detener',
  clear: 'Nueva conversación',
  model: 'un modelo de IA',
  busyHint: 'Podrá enviar esto cuando la respuesta esté completa.',
  oneWaits: 'Ya hay un mensaje en espera. Podrá enviar este cuando aquel tenga respuesta.',
  restoring: 'La conversación se está recuperando. Inténtelo de nuevo en un momento.',
  truncated: 'La respuesta quedó cortada.',
  beganAnew: 'El servidor ya no tiene esta conversación. Lo que sigue es una nueva.',
  otherServer: 'La página ha cambiado a otro servidor.',
  takenOff: 'El asistente se ha quitado de la página.',
  forbidden: 'El navegador no permite esta conexión.',
  thinking: 'Pensando',
  waiting: 'Pendiente de envío',
  notSent: 'No enviado',
  retry: 'Reintentar',
  welcome: '¿En qué puedo ayudarle?',
  welcomeMore: 'Puedo actuar en esta página y en su dispositivo. Verá cada paso, y pregunto antes de algo delicado.',
  status: {
    idle: 'Sin conexión',
    connecting: 'Conectando',
    open: 'Listo',
    lost: 'Desconectado',
    refused: 'Rechazado',
  },
  rehearsal: 'Esto es un ensayo, no una IA. Las respuestas siguen un guion; las herramientas son reales.',
  lost: 'Se ha perdido la conexión.',
  tryingNow: 'Intentando conectar de nuevo.',
  tryNow: 'Intentar ahora',
  continueHere: 'Continuar aquí',
  reconnected: 'Conectado de nuevo.',
  yes: 'sí',
  no: 'no',
  empty: 'vacío',
  copy: 'Copiar',
  copied: 'Copiado',
  shortened: 'No se muestran las partes anteriores de esta conversación.',
  noTicket: 'Esta página no pudo obtener un tique para el asistente. Inténtelo de nuevo o vuelva a iniciar sesión.',
};

const starters = {
  geolocation_get: '¿Dónde estoy?',
  memory_put: 'Recuerde que me gusta el pan de centeno',
  clipboard_read: '¿Qué he copiado?',
  device_context: '¿En qué zona horaria estoy?',
  device_status: '¿Cuánta batería me queda?',
  speak: 'Diga hola en voz alta',
};

const tools = {
  geolocation_get: {
    ask: 'Averiguar dónde está',
    running: 'Averiguando dónde está',
    done: 'Ubicación averiguada',
  },
  memory_put: { ask: 'Recordar algo', running: 'Guardando en la memoria', done: 'Guardado en la memoria' },
  memory_get: { ask: 'Consultar algo recordado', running: 'Consultando la memoria', done: 'Memoria consultada' },
  memory_list: {
    ask: 'Repasar lo que se recuerda',
    running: 'Repasando lo que se recuerda',
    done: 'Repasado lo que se recuerda',
  },
  memory_delete: { ask: 'Olvidar algo', running: 'Olvidando', done: 'Olvidado' },
  clipboard_read: {
    ask: 'Leer su portapapeles',
    running: 'Leyendo su portapapeles',
    done: 'Portapapeles leído',
  },
  clipboard_write: {
    ask: 'Poner un texto en su portapapeles',
    running: 'Copiando en su portapapeles',
    done: 'Copiado en su portapapeles',
  },
  device_context: {
    ask: 'Ver sus ajustes de idioma y pantalla',
    running: 'Viendo sus ajustes de idioma y pantalla',
    done: 'Ajustes de idioma y pantalla vistos',
  },
  device_status: {
    ask: 'Comprobar la batería y la red',
    running: 'Comprobando la batería y la red',
    done: 'Batería y red comprobadas',
  },
  speak: { ask: 'Leer un texto en voz alta', running: 'Leyendo en voz alta', done: 'Leído en voz alta' },
};

const phases = {
  requested: 'Iniciando',
  asking: 'Esperando su decisión',
  running: 'En curso',
  done: 'Hecho',
  denied: 'No permitido',
  failed: 'Ha fallado',
  'timed-out': 'Ha tardado demasiado',
  cancelled: 'Detenido',
  unknown: 'Puede que haya ocurrido o no',
};

const errors = {
  cancelled: 'Se ha detenido.',
  turn_busy: 'Aún se está respondiendo al último mensaje.',
  turn_cancelled: 'Ha detenido esta respuesta.',
  bad_message: 'El servidor no ha entendido esta página.',
  version_mismatch: 'Esta página y el servidor usan versiones distintas. Recargar puede ayudar.',
  origin_refused: 'El servidor no acepta esta página.',
  ticket_refused: 'El servidor no ha aceptado el tique de esta página.',
  frame_too_large: 'Un mensaje era demasiado grande.',
  taken_over: 'Esta conversación continúa en otra pestaña.',
  unknown_tool: 'Esa herramienta no existe aquí.',
  invalid_args: 'Los datos no encajan con la herramienta.',
  unsupported: 'Este navegador no puede hacerlo.',
  insecure_context: 'Solo funciona en una página segura (https).',
  policy_blocked: 'Esta página no permite que se ejecute.',
  permission_denied: 'El navegador no lo ha permitido.',
  needs_gesture: 'El navegador pide antes un toque.',
  not_focused: 'La página no estaba en primer plano.',
  unavailable: 'No está disponible en este momento.',
  busy: 'Está ocupado con otra cosa.',
  not_found: 'No estaba ahí.',
  conflict: 'La herramienta ha cambiado entretanto.',
  quota_exceeded: 'Ya no queda espacio.',
  too_large: 'El resultado era demasiado grande.',
  rate_limited: 'Demasiadas en poco tiempo.',
  stale_target: 'La página ha cambiado entretanto.',
  navigated: 'Se ha salido de la página.',
  internal: 'Algo ha fallado en la herramienta.',
};

const failures = {
  max_rounds: 'La respuesta necesitaba demasiados pasos.',
  model_unavailable: 'El modelo de IA no está disponible en este momento. Inténtelo de nuevo.',
  model_refused: 'El modelo de IA no ha respondido a eso.',
  model_quota: 'El modelo de IA está saturado. Inténtelo más tarde.',
  budget_exceeded: 'Se ha agotado el presupuesto de esta conversación.',
  disconnected: 'Se ha perdido la conexión y, con ella, esta respuesta.',
  unavailable: 'El servidor no está disponible en este momento. Inténtelo de nuevo.',
  too_fast: 'Demasiados mensajes en poco tiempo. Espere un momento.',
  internal: 'Algo ha fallado en el servidor.',
};

export const translate: Translate = ({ plural, percent, duration }) => ({
  ...texts,
  notSentBecause: (why) => `No enviado. ${why}`,
  nextTry: (seconds) =>
    plural(seconds, { one: 'Próximo intento en # segundo.', other: 'Próximo intento en # segundos.' }),
  say: {
    answer: (who, text) => `${who}: ${text}`,
    asking: (what) => `Se necesita su aprobación: ¿${what}?`,
    call: (what, state) => `${what}: ${state}`,
  },
  starters,
  percent,
  details: {
    args: 'Enviado a la herramienta',
    result: 'Devuelto al modelo de IA',
    error: 'Comunicado al modelo de IA',
    duration,
  },
  tools,
  phases,
  errors,
  failures,
});
