import type { Formats } from './formats.ts';

type Texts = readonly string[];

const card = {
  apart: 'Répondre une par une',
  siteTool: 'Un outil propre à ce site, selon ses termes',
  serverTool: 'Un outil du serveur de l’assistant, selon ses termes',
  onServer: 'C’est le serveur qui le fait, pas votre navigateur. Rien n’en paraîtra sur cette page.',
  leaves: 'Ce qui quitte votre appareil',
  stays: 'Ce qui se passe',
  outcomeGoes: 'Cela reste sur cet appareil. L’assistant apprend seulement que c’est fait.',
  changesPage: 'Cela modifie quelque chose dans cette page.',
  browserAsks: 'Votre navigateur vous demandera aussi.',
  gesture: 'Votre navigateur ne l’autorise que juste après un appui.',
  why: 'Pourquoi cette question maintenant',
  said: 'Selon les termes du modèle d’IA',
  overlaps: 'Marqué : ce qu’il a lu de vous.',
  less: 'Afficher moins',
  readAll: 'Faites d’abord défiler jusqu’au bout.',
  edit: 'Modifier',
  undo: 'Annuler',
  hiddenInEdit: 'Avec ses caractères cachés :',
  offline: 'Non connecté. Vous pourrez décider au retour de la connexion.',
  covered: 'Quelque chose couvre ceci ou en change l’aspect. Autorisation possible une fois bien visible.',
  unfocused: 'Cliquez d’abord dans cette page.',
  leftSoon: 'Moins d’une demi-minute pour décider.',
  extend: 'Plus de temps',
  deny: 'Refuser',
  allow: {
    once: 'Autoriser une fois',
    session: 'Autoriser dans cette conversation',
    always: 'Toujours autoriser',
  },
  howLong: 'Durée de votre accord',
  scopes: { once: 'Cette fois seulement', session: 'Dans cette conversation', always: 'Toujours, pendant 30 jours' },
  tap: 'Appuyer pour exécuter',
  allowTap: 'Autoriser : Appuyer pour exécuter',
  folded: 'Une question délicate attend que vous ayez fini d’écrire.',
  open: 'La voir',
};

const path = {
  args: 'Ces données',
  result: 'Le résultat',
  device: 'Cet appareil',
  server: 'Le serveur de l’assistant',
  internet: 'Internet',
  site: (where: string) => `${where}, qui peut le transmettre`,
};

const reasons = {
  site: 'Ce site veut que l’on vous demande à chaque fois.',
  server: 'Le serveur de l’assistant veut que l’on vous demande.',
  repaired: 'Le modèle d’IA a mal écrit cet appel ; il a été corrigé. Regardez-le deux fois.',
  rate: 'Cela s’est produit souvent en peu de temps.',
  policy: 'Une règle de ce site veut que l’on vous demande.',
  framed: 'Cette page est affichée dans une autre.',
};

const sources = {
  pasted: 'un texte que vous avez collé',
  script: 'un texte envoyé par cette page',
  page_tools: 'les outils propres à cette page',
  memory: 'ce qui a été retenu auparavant',
  memory_get: 'ce qui a été retenu',
  memory_list: 'ce qui a été retenu',
  clipboard_read: 'votre presse-papiers',
  geolocation_get: 'votre position',
  device_context: 'vos réglages',
  device_status: 'votre batterie et votre réseau',
};

const receipt = {
  once: 'Autorisé une fois',
  session: 'Autorisé dans cette conversation',
  always: 'Toujours autorisé',
  denied: 'Refusé',
  expired: 'Sans réponse à temps',
  auto: 'Autorisé par votre accord antérieur',
};

const permissions = {
  title: 'Ce que l’assistant peut faire',
  close: 'Fermer',
  see: 'Il peut voir',
  act: 'Il peut faire',
  never: 'Il ne fait jamais',
  nothing: 'Rien.',
  rules: { allow: 'S’exécute sans demander', ask: 'Demande d’abord', deny: 'Non autorisé sur ce site' },
  siteTool: 'un outil de ce site',
  changesPage: 'modifie cette page',
  sendsOut: 'peut envoyer des données à l’extérieur',
  browserAsks: 'votre navigateur demande aussi',
  blocked: 'Bloqué dans les réglages de votre navigateur pour ce site.',
  nevers: ['Voir d’autres onglets, des mots de passe enregistrés ou des cookies', 'Dire oui à votre place'],
  others: 'Vos accords antérieurs',
};

const record = {
  title: 'Ce qui s’est passé',
  none: 'Rien pour l’instant.',
  kept: 'Conservé dans ce navigateur seulement, sans ce qui a été dit ou montré.',
  save: 'Exporter',
  clear: 'Vider la liste',
  file: 'appels-de-l-assistant.json',
  by: {
    policy: 'par une règle',
    grant: 'par votre accord antérieur',
    person: 'par vous',
    site: 'par ce site',
    expired: 'sans réponse à temps',
    cancelled: 'arrêté',
  },
};

const cardOf = ({ plural, list, number }: Formats) => ({
  ...card,
  path,
  asks: (who: string, where: string) => `${who} sur ${where} demande`,
  question: (what: string) => `${what} ?`,
  questions: (what: string, count: number) => `${what}, ${number(count)} fois ?`,
  count: (at: number, of: number) => `${number(at)} sur ${number(of)}`,
  together: (count: number) => `Répondre aux ${number(count)} ensemble`,
  danger: (read: Texts) =>
    read.length > 0
      ? `Regardez à deux fois. Lu auparavant : ${list(read)}. Et quelque chose doit maintenant être envoyé à l’extérieur.`
      : 'Regardez à deux fois. Quelque chose doit être envoyé à l’extérieur.',
  more: (chars: number) => `Afficher les ${number(chars)} caractères`,
  editArg: (name: string) => `Modifier ${name}`,
  undoArg: (name: string) => `Annuler la modification de ${name}`,
  notJson: (name: string) => `Cela ne convient pas à « ${name} ». Modifiez-le ou annulez.`,
  refused: (problem: string) => `Cela ne convient pas. ${problem}`,
  left: (seconds: number) => plural(seconds, { one: '# seconde pour décider', other: '# secondes pour décider' }),
  denyAll: (count: number) => `Refuser les ${number(count)}`,
  allowAll: (count: number) => `Autoriser les ${number(count)} une fois`,
});

const deskOf = ({ plural, list }: Formats) => ({
  waits: (what: string) => `Attend votre décision : ${what} ?`,
  waitMany: (count: number) =>
    plural(count, { one: '# question attend votre décision', other: '# questions attendent votre décision' }),
  show: 'Afficher',
  hasRead: (read: Texts) => `A lu : ${list(read)}`,
  hasSeen: (read: Texts) => `A vu : ${list(read)}`,
  title: 'Ce que cette conversation a lu',
  strangers: (read: Texts) =>
    `Cette conversation a lu : ${list(read)}. Un inconnu peut y avoir caché des ordres, et un modèle d’IA ne sait pas les distinguer des vôtres. On vous redemande donc, quoi que vous ayez autorisé auparavant.`,
  personal: (read: Texts) =>
    `Cette conversation a vu quelque chose de personnel : ${list(read)}. Avant tout envoi, vous verrez exactement ce qui partirait.`,
  clean: 'Repartir à neuf',
  cleanMeans: 'Une nouvelle conversation n’a encore rien lu.',
  close: 'Fermer',
});

const shapeOf = ({ plural }: Formats) => ({
  close: 'Fermer',
  tall: 'Pleine hauteur',
  waiting: (count: number) => plural(count, { one: '# question en attente', other: '# questions en attente' }),
  unread: (count: number) => plural(count, { one: '# nouvelle réponse', other: '# nouvelles réponses' }),
});

const talkOf = ({ plural, number }: Formats) => ({
  again: 'Redemander',
  edit: 'Modifier la question',
  down: 'Aller en bas',
  fresh: (count: number) => plural(count, { one: '# nouveau', other: '# nouveaux' }),
  cancel: (what: string) => `Annuler : ${what}`,
  elapsed: (seconds: number) => `${number(seconds)} s`,
  steps: (count: number) => plural(count, { one: '# étape', other: '# étapes' }),
  stepsDone: (count: number) => plural(count, { one: '# terminée', other: '# terminées' }),
  charsLeft: (count: number) => plural(count, { one: 'Encore # caractère', other: 'Encore # caractères' }),
});

export const sheets = (formats: Formats) => ({
  approvals: {
    card: cardOf(formats),
    reasons: {
      ...reasons,
      untrusted: (read: Texts) =>
        `Cela suit une lecture, qui peut contenir des ordres d’un inconnu : ${formats.list(read)}.`,
      sensitive: (read: Texts) => `Cela suit la vue de quelque chose de personnel : ${formats.list(read)}.`,
    },
    sources,
    receipt,
    desk: deskOf(formats),
    permissions: permissions.title,
  },
  permissions: {
    ...permissions,
    grant: {
      session: 'Vous l’avez autorisé dans cette conversation.',
      always: (until: string) => `Vous l’avez autorisé jusqu’au ${until}.`,
      forever: 'Vous l’avez autorisé.',
      revoke: 'Retirer',
      revokeOf: (what: string) => `Retirer votre accord : ${what}`,
    },
    record: { ...record, sent: (bytes: number) => `${formats.bytes(bytes)} envoyés au serveur` },
  },
  shape: shapeOf(formats),
  talk: talkOf(formats),
});
