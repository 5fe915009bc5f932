import type { Formats } from './formats.ts';

type Texts = readonly string[];

const card = {
  apart: 'Responder una a una',
  siteTool: 'Una herramienta de este sitio, en sus palabras',
  serverTool: 'Una herramienta del servidor del asistente, en sus palabras',
  onServer: 'Lo hace el servidor, no su navegador. No se verá en esta página.',
  leaves: 'Lo que sale de su dispositivo',
  stays: 'Lo que ocurre',
  outcomeGoes: 'Se queda en este dispositivo. El asistente solo sabrá que se ha hecho.',
  changesPage: 'Cambia algo en esta página.',
  browserAsks: 'Su navegador también le preguntará.',
  gesture: 'Su navegador solo lo permite justo después de un toque.',
  why: 'Por qué pregunta ahora',
  said: 'En palabras del modelo de IA',
  overlaps: 'Marcado: lo que ha leído de usted.',
  less: 'Mostrar menos',
  readAll: 'Desplácese primero hasta el final.',
  edit: 'Editar',
  undo: 'Deshacer',
  hiddenInEdit: 'Con sus caracteres ocultos:',
  offline: 'Sin conexión. Podrá decidir cuando vuelva la conexión.',
  covered: 'Algo cubre esto o cambia su aspecto. No se podrá permitir hasta que esté a la vista.',
  unfocused: 'Haga clic primero en esta página.',
  leftSoon: 'Queda menos de medio minuto para decidir.',
  extend: 'Más tiempo',
  deny: 'Denegar',
  allow: { once: 'Permitir una vez', session: 'Permitir en esta conversación', always: 'Permitir siempre' },
  howLong: 'Cuánto dura su sí',
  scopes: { once: 'Solo esta vez', session: 'En esta conversación', always: 'Siempre, durante 30 días' },
  tap: 'Tocar para ejecutar',
  allowTap: 'Permitir: Tocar para ejecutar',
  folded: 'Algo delicado espera a que termine de escribir.',
  open: 'Verlo',
};

const path = {
  args: 'Estos datos',
  result: 'El resultado',
  device: 'Este dispositivo',
  server: 'El servidor del asistente',
  internet: 'Internet',
  site: (where: string) => `${where}, que puede transmitirlo a otros`,
};

const reasons = {
  site: 'Este sitio quiere que se le pregunte cada vez.',
  server: 'El servidor del asistente quiere que se le pregunte.',
  repaired: 'El modelo de IA escribió mal esta llamada y se ha corregido. Mírela dos veces.',
  rate: 'Esto ha ocurrido a menudo en poco tiempo.',
  policy: 'Una regla de este sitio quiere que se le pregunte.',
  framed: 'Esta página se muestra dentro de otra.',
};

const sources = {
  pasted: 'un texto que usted pegó',
  script: 'un texto que envió esta página',
  page_tools: 'las herramientas de esta página',
  memory: 'lo recordado anteriormente',
  memory_get: 'lo recordado',
  memory_list: 'lo recordado',
  clipboard_read: 'su portapapeles',
  geolocation_get: 'su ubicación',
  device_context: 'sus ajustes',
  device_status: 'su batería y su red',
};

const receipt = {
  once: 'Permitido una vez',
  session: 'Permitido en esta conversación',
  always: 'Permitido siempre',
  denied: 'Denegado',
  expired: 'Sin respuesta a tiempo',
  auto: 'Permitido por su sí anterior',
};

const permissions = {
  title: 'Lo que puede hacer el asistente',
  close: 'Cerrar',
  see: 'Puede ver',
  act: 'Puede hacer',
  never: 'Nunca hace esto',
  nothing: 'Nada.',
  rules: { allow: 'Se ejecuta sin preguntar', ask: 'Pregunta antes', deny: 'No permitido en este sitio' },
  siteTool: 'una herramienta de este sitio',
  changesPage: 'cambia esta página',
  sendsOut: 'puede enviar datos fuera',
  browserAsks: 'su navegador también pregunta',
  blocked: 'Bloqueado en los ajustes de su navegador para este sitio.',
  nevers: ['Ver otras pestañas, contraseñas guardadas o cookies', 'Decir que sí en su lugar'],
  others: 'Sus permisos anteriores',
};

const record = {
  title: 'Lo que ha ocurrido',
  none: 'Nada todavía.',
  kept: 'Se guarda solo en este navegador, sin lo que se dijo o mostró.',
  save: 'Exportar',
  clear: 'Vaciar la lista',
  file: 'llamadas-del-asistente.json',
  by: {
    policy: 'por una regla',
    grant: 'por su sí anterior',
    person: 'por usted',
    site: 'por este sitio',
    expired: 'sin respuesta a tiempo',
    cancelled: 'detenido',
  },
};

const cardOf = ({ plural, list, number }: Formats) => ({
  ...card,
  path,
  asks: (who: string, where: string) => `${who} en ${where} pregunta`,
  question: (what: string) => `¿${what}?`,
  questions: (what: string, count: number) => `¿${what}, ${number(count)} veces?`,
  count: (at: number, of: number) => `${number(at)} de ${number(of)}`,
  together: (count: number) => `Responder las ${number(count)} juntas`,
  danger: (read: Texts) =>
    read.length > 0
      ? `Mire dos veces. Tras leer ${list(read)}, quiere enviar algo fuera.`
      : 'Mire dos veces. Quiere enviar algo fuera.',
  more: (chars: number) => `Mostrar los ${number(chars)} caracteres`,
  editArg: (name: string) => `Editar ${name}`,
  undoArg: (name: string) => `Deshacer el cambio de ${name}`,
  notJson: (name: string) => `Eso no encaja en «${name}». Cámbielo o deshágalo.`,
  refused: (problem: string) => `Eso no encaja. ${problem}`,
  left: (seconds: number) =>
    plural(seconds, { one: 'Queda # segundo para decidir', other: 'Quedan # segundos para decidir' }),
  denyAll: (count: number) => `Denegar las ${number(count)}`,
  allowAll: (count: number) => `Permitir las ${number(count)} una vez`,
});

const deskOf = ({ plural, list }: Formats) => ({
  waits: (what: string) => `Espera su decisión: ¿${what}?`,
  waitMany: (count: number) =>
    plural(count, { one: '# pregunta espera su decisión', other: '# preguntas esperan su decisión' }),
  show: 'Mostrar',
  hasRead: (read: Texts) => `Ha leído ${list(read)}`,
  hasSeen: (read: Texts) => `Ha visto ${list(read)}`,
  title: 'Lo que ha leído esta conversación',
  strangers: (read: Texts) =>
    `Ha leído ${list(read)}. Un extraño puede haber escondido órdenes ahí, y un modelo de IA no puede distinguirlas de las suyas. Por eso se le pregunta de nuevo, haya permitido lo que haya permitido antes.`,
  personal: (read: Texts) =>
    `Ha visto algo personal: ${list(read)}. Antes de que pueda salir, se le mostrará exactamente qué saldría.`,
  clean: 'Empezar de cero',
  cleanMeans: 'Una conversación nueva no ha leído nada.',
  close: 'Cerrar',
});

const shapeOf = ({ plural }: Formats) => ({
  close: 'Cerrar',
  tall: 'Altura completa',
  waiting: (count: number) => plural(count, { one: '# pregunta en espera', other: '# preguntas en espera' }),
  unread: (count: number) => plural(count, { one: '# respuesta nueva', other: '# respuestas nuevas' }),
});

const talkOf = ({ plural, number }: Formats) => ({
  again: 'Preguntar otra vez',
  edit: 'Editar pregunta',
  down: 'Ir abajo',
  fresh: (count: number) => plural(count, { one: '# nuevo', other: '# nuevos' }),
  cancel: (what: string) => `Cancelar: ${what}`,
  elapsed: (seconds: number) => `${number(seconds)} s`,
  steps: (count: number) => plural(count, { one: '# paso', other: '# pasos' }),
  stepsDone: (count: number) => plural(count, { one: '# hecho', other: '# hechos' }),
  charsLeft: (count: number) => plural(count, { one: 'Queda # carácter', other: 'Quedan # caracteres' }),
});

export const sheets = (formats: Formats) => ({
  approvals: {
    card: cardOf(formats),
    reasons: {
      ...reasons,
      untrusted: (read: Texts) => `Llega tras leer ${formats.list(read)}, donde puede haber órdenes de un extraño.`,
      sensitive: (read: Texts) => `Llega tras ver algo personal: ${formats.list(read)}.`,
    },
    sources,
    receipt,
    desk: deskOf(formats),
    permissions: permissions.title,
  },
  permissions: {
    ...permissions,
    grant: {
      session: 'Lo permitió en esta conversación.',
      always: (until: string) => `Lo permitió hasta el ${until}.`,
      forever: 'Lo permitió.',
      revoke: 'Retirar',
      revokeOf: (what: string) => `Retirar su sí: ${what}`,
    },
    record: { ...record, sent: (bytes: number) => `${formats.bytes(bytes)} enviados al servidor` },
  },
  shape: shapeOf(formats),
  talk: talkOf(formats),
});
