/** What a person can ask for. The views know no more of the agent than this. */
export interface Intents {
  readonly send: (text: string) => void;
  readonly stop: () => void;
  /** Sends a message again. */
  readonly retry: (message: string) => void;
  /** Connects without waiting for the next try. */
  readonly retryNow: () => void;
  /** Hands the click on, so that whoever decides can see that a person made it. */
  readonly decide: (call: string, decision: 'once' | 'denied', click: Event) => void;
}
