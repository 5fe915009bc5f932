import type { Translate } from './translate.ts';

export { sheets } from './fr-sheets.ts';

const texts = {
  lang: 'fr',
  label: 'Assistant',
  placeholder: 'Posez une question ou dites quoi faire',
  conversation: 'Conversation',
  you: 'Vous',
  send: 'Envoyer',
  stop: 'Arrêter',
  clear: 'Nouvelle conversation',
  model: 'un modèle d’IA',
  busyHint: 'Vous pourrez envoyer ceci une fois la réponse terminée.',
  oneWaits: 'Un message attend déjà. Vous pourrez envoyer celui-ci quand l’autre aura reçu sa réponse.',
  restoring: 'La conversation est en cours de reprise. Réessayez dans un instant.',
  truncated: 'La réponse a été coupée.',
  beganAnew: 'Le serveur n’a plus cette conversation. La suite en est une nouvelle.',
  otherServer: 'La page est passée à un autre serveur.',
  takenOff: 'L’assistant a été retiré de la page.',
  forbidden: 'Le navigateur n’autorise pas cette connexion.',
  thinking: 'Réflexion en cours',
  waiting: 'En attente d’envoi',
  notSent: 'Non envoyé',
  retry: 'Réessayer',
  welcome: 'Que puis-je faire pour vous ?',
  welcomeMore:
    'Je peux agir dans cette page et sur votre appareil. Vous voyez chaque étape, et je demande avant tout ce qui est délicat.',
  status: {
    idle: 'Non connecté',
    connecting: 'Connexion en cours',
    open: 'Prêt',
    lost: 'Hors ligne',
    refused: 'Refusé',
  },
  rehearsal: 'Ceci est une répétition, pas une IA. Les réponses sont écrites d’avance ; les outils sont réels.',
  lost: 'Connexion perdue.',
  tryingNow: 'Nouvelle tentative de connexion.',
  tryNow: 'Essayer maintenant',
  continueHere: 'Continuer ici',
  reconnected: 'Connexion rétablie.',
  yes: 'oui',
  no: 'non',
  empty: 'vide',
  copy: 'Copier',
  copied: 'Copié',
  shortened: 'Le début de cette conversation n’est pas affiché.',
  noTicket: 'Cette page n’a pas pu obtenir de ticket pour l’assistant. Réessayez ou reconnectez-vous.',
};

const starters = {
  geolocation_get: 'Où suis-je ?',
  memory_put: 'Retenez que j’aime le pain de seigle',
  clipboard_read: 'Qu’ai-je copié ?',
  device_context: 'Dans quel fuseau horaire suis-je ?',
  device_status: 'Quel est le niveau de ma batterie ?',
  speak: 'Dites bonjour à voix haute',
};

const tools = {
  geolocation_get: {
    ask: 'Déterminer votre position',
    running: 'Recherche de votre position',
    done: 'Position déterminée',
  },
  memory_put: { ask: 'Retenir quelque chose', running: 'Mémorisation', done: 'Mémorisé' },
  memory_get: { ask: 'Se rappeler quelque chose', running: 'Consultation de la mémoire', done: 'Mémoire consultée' },
  memory_list: {
    ask: 'Parcourir ce qui est mémorisé',
    running: 'Parcours de ce qui est mémorisé',
    done: 'Mémoire parcourue',
  },
  memory_delete: { ask: 'Oublier quelque chose', running: 'Oubli en cours', done: 'Oublié' },
  clipboard_read: {
    ask: 'Lire votre presse-papiers',
    running: 'Lecture de votre presse-papiers',
    done: 'Presse-papiers lu',
  },
  clipboard_write: {
    ask: 'Mettre un texte dans votre presse-papiers',
    running: 'Copie dans votre presse-papiers',
    done: 'Copié dans votre presse-papiers',
  },
  device_context: {
    ask: 'Consulter vos réglages de langue et d’écran',
    running: 'Consultation de vos réglages de langue et d’écran',
    done: 'Réglages de langue et d’écran consultés',
  },
  device_status: {
    ask: 'Vérifier la batterie et le réseau',
    running: 'Vérification de la batterie et du réseau',
    done: 'Batterie et réseau vérifiés',
  },
  speak: { ask: 'Lire un texte à voix haute', running: 'Lecture à voix haute', done: 'Lu à voix haute' },
};

const phases = {
  requested: 'Démarrage',
  asking: 'En attente de votre décision',
  running: 'En cours',
  done: 'Terminé',
  denied: 'Non autorisé',
  failed: 'Échec',
  'timed-out': 'A pris trop de temps',
  cancelled: 'Arrêté',
  unknown: 'Peut-être fait, peut-être pas',
};

const errors = {
  cancelled: 'Cela a été arrêté.',
  turn_busy: 'Le dernier message est encore en cours de réponse.',
  turn_cancelled: 'Vous avez arrêté cette réponse.',
  bad_message: 'Le serveur n’a pas compris cette page.',
  version_mismatch: 'Cette page et le serveur n’ont pas la même version. Recharger peut aider.',
  origin_refused: 'Le serveur n’accepte pas cette page.',
  ticket_refused: 'Le serveur n’a pas accepté le ticket de cette page.',
  frame_too_large: 'Un message était trop volumineux.',
  taken_over: 'Cette conversation continue dans un autre onglet.',
  unknown_tool: 'Cet outil n’existe pas ici.',
  invalid_args: 'Les données ne convenaient pas à l’outil.',
  unsupported: 'Ce navigateur ne sait pas le faire.',
  insecure_context: 'Cela ne marche que sur une page sécurisée (https).',
  policy_blocked: 'Cette page ne le laisse pas s’exécuter.',
  permission_denied: 'Le navigateur ne l’a pas autorisé.',
  needs_gesture: 'Le navigateur demande d’abord un appui.',
  not_focused: 'La page n’était pas au premier plan.',
  unavailable: 'Ce n’est pas disponible pour le moment.',
  busy: 'C’est déjà occupé par autre chose.',
  not_found: 'Cela n’était pas là.',
  conflict: 'L’outil a changé entre-temps.',
  quota_exceeded: 'Il n’y a plus de place.',
  too_large: 'Le résultat était trop volumineux.',
  rate_limited: 'Trop de demandes en peu de temps.',
  stale_target: 'La page a changé entre-temps.',
  navigated: 'La page a été quittée.',
  internal: 'Un problème est survenu dans l’outil.',
};

const failures = {
  max_rounds: 'La réponse demandait trop d’étapes.',
  model_unavailable: 'Le modèle d’IA est injoignable pour le moment. Réessayez.',
  model_refused: 'Le modèle d’IA n’a pas répondu à cela.',
  model_quota: 'Le modèle d’IA est saturé. Réessayez plus tard.',
  budget_exceeded: 'Le budget de cette conversation est épuisé.',
  disconnected: 'La connexion a été perdue, et cette réponse avec elle.',
  unavailable: 'Le serveur n’est pas disponible pour le moment. Réessayez.',
  too_fast: 'Trop de messages en peu de temps. Patientez un instant.',
  internal: 'Un problème est survenu sur le serveur.',
};

export const translate: Translate = ({ plural, percent, duration }) => ({
  ...texts,
  notSentBecause: (why) => `Non envoyé. ${why}`,
  nextTry: (seconds) =>
    plural(seconds, { one: 'Prochaine tentative dans # seconde.', other: 'Prochaine tentative dans # secondes.' }),
  say: {
    answer: (who, text) => `${who} : ${text}`,
    asking: (what) => `Votre accord est nécessaire : ${what} ?`,
    call: (what, state) => `${what} : ${state}`,
  },
  starters,
  percent,
  details: {
    args: 'Envoyé à l’outil',
    result: 'Rendu au modèle d’IA',
    error: 'Signalé au modèle d’IA',
    duration,
  },
  tools,
  phases,
  errors,
  failures,
});
