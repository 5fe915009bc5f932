/** What a person can ask for. The views know no more of the agent than this. */
export interface Intents {
  /** False when the text was not taken: it is then still the person's. */
  readonly send: (text: string) => boolean;
  readonly stop: () => void;
  /** Begins a conversation anew. */
  readonly clear: () => void;
  /** Sends the message of this id again. */
  readonly retry: (message: string) => void;
  /** Connects without waiting for the next try. */
  readonly retryNow: () => void;
  /** Hands the click on, so that whoever decides can see that a person made it. */
  readonly decide: (call: string, decision: 'once' | 'denied', click: Event) => void;
}
