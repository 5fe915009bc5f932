import { canonicalJson } from '../../shared/json.ts';
import type { SessionMessage } from '../connection/connection-options.ts';
import type { Offer } from '../registry/registry.ts';

export interface ToolOfferPorts {
  readonly current: () => Offer;
  /** False when no socket is open: the next hello carries the offer. */
  readonly send: (message: SessionMessage) => boolean;
}

/** Keeps the server's knowledge of the page's tools true, with one message for each real change. */
export class ToolOffer {
  readonly #ports: ToolOfferPorts;
  #told = '';
  #isDue = false;

  constructor(ports: ToolOfferPorts) {
    this.#ports = ports;
  }

  /** For a hello. */
  take(): Offer {
    const offer = this.#ports.current();
    this.#told = canonicalJson(offer);
    return offer;
  }

  /**
   * Something may have changed. Several changes in one task are one message, which still leaves before the
   * result of a tool that made them.
   */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.tell();
    });
  }

  tell(): void {
    const offer = this.#ports.current();
    const text = canonicalJson(offer);
    if (text !== this.#told && this.#ports.send({ type: 'tools.changed', ...offer })) this.#told = text;
  }
}
