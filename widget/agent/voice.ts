import { AgentError, toErrorPayload } from '../../shared/errors.ts';
import type { ToolChoice } from '../../shared/protocol.ts';
import { errorCodeOf } from '../connection/close-fate.ts';
import { entry as words } from '../strings/en-entry.ts';
import type { Emit } from './agent-event.ts';
import type { AgentSnapshot } from './snapshot.ts';
import type { UserMessage } from './turns.ts';

/** Whose words they are; undefined for what the person typed. */
export type Origin = UserMessage['origin'];

type Answer = Promise<{ readonly text: string }>;

export interface VoicePorts {
  readonly snapshot: () => AgentSnapshot;
  readonly maxChars: () => number;
  readonly begin: (text: string, toolChoice: ToolChoice | undefined, origin: Origin) => Answer;
  /** Tells the person why nothing was said. */
  readonly refuse: (reason: string) => void;
  readonly emit: Emit;
}

/** Says things in the person's name, if they may be said. */
export class Voice {
  readonly #ports: VoicePorts;

  constructor(ports: VoicePorts) {
    this.#ports = ports;
  }

  /** For a script. @throws TypeError, AgentError: why it may not be said, or why there is no answer. */
  async send(text: string, toolChoice: ToolChoice | undefined): Answer {
    return this.#begin(text, toolChoice, 'script');
  }

  /** For the person. False when it may not be said: they read why, unless the page kept it back. */
  say(text: string, origin?: Origin): boolean {
    try {
      // How the turn ends is in the transcript; nobody else waits for it.
      this.#begin(text, undefined, origin).catch(() => {});
      return true;
    } catch (thrown) {
      const { code, message } = toErrorPayload(thrown);
      if (code !== 'turn_cancelled') this.#ports.refuse(words.notSentBecause(message));
      return false;
    }
  }

  #begin(text: string, toolChoice: ToolChoice | undefined, origin: Origin): Answer {
    const { snapshot, maxChars, begin, emit } = this.#ports;
    checkText(text, maxChars());
    const { connection, working, restoring } = snapshot();
    if (connection.phase === 'refused') throw new AgentError(errorCodeOf(connection.code), connection.reason);
    if (restoring) throw new AgentError('turn_busy', words.restoring);
    if (working) {
      throw new AgentError('turn_busy', connection.phase === 'open' ? words.errors.turn_busy : words.oneWaits);
    }
    if (!emit('ha-send', { text })) {
      throw new AgentError('turn_cancelled', 'The page kept the message back.');
    }
    const answer = begin(text, toolChoice, origin);
    emit('ha-message', { role: 'user', text });
    return answer;
  }
}

function checkText(text: unknown, maxChars: number): void {
  if (typeof text !== 'string' || text.trim() === '') throw new TypeError('send: give a text that is not empty.');
  if (text.length > maxChars) throw new AgentError('too_large', `A message can have ${maxChars} characters at most.`);
}
