import type { ReactiveController } from 'lit';
import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import type { Ask } from '../../approvals/ask.ts';
import { spaced } from '../describe-call.ts';
import type { LightElement } from '../light-element.ts';
import { words } from '../../strings/words.ts';
import type { ArgumentsView } from './argument-list.ts';
import { Drafts } from './drafts.ts';

/** What the person does with the arguments on a card: looks at all of a long one, changes one, takes that back. */
export class ArgumentsController implements ReactiveController {
  readonly #host: LightElement;
  readonly #drafts = new Drafts();
  readonly #expanded = new Set<string>();
  /** What can't be read in what the person changed. */
  #problem: string | undefined;

  constructor(host: LightElement) {
    this.#host = host;
    host.addController(this);
  }

  view({ call, args, overlaps, danger, editable, problem }: Ask, canEdit: boolean): ArgumentsView {
    return {
      ...{ call, args, overlaps, whole: danger, editable: canEdit ? editable : [] },
      isWrong: (this.#problem ?? problem) !== undefined,
      draftOf: (name) => (canEdit ? this.#drafts.textOf(name) : undefined),
      isExpanded: (key) => this.#expanded.has(key),
      toggle: (key) => this.#toggle(key),
      edit: (name, value) => this.#edit(name, value),
      write: (name, text) => this.#write(name, text),
      undo: (name) => this.#undo(name),
    };
  }

  /** What is wrong with the arguments as they were changed. */
  problemOf(ask: Ask): string | undefined {
    return this.#problem ?? (this.#drafts.isEmpty ? undefined : ask.problem);
  }

  /** The arguments that differ from the given ones; undefined when one of them can't be read, which is then said. */
  changesOf(args: JsonValue): { readonly changed: JsonObject | undefined } | undefined {
    const changes = this.#drafts.changesOf(args);
    if (!('unreadable' in changes)) return changes;
    this.#problem = words.approvals.card.notJson(spaced(changes.unreadable));
    this.#host.requestUpdate();
    return undefined;
  }

  restart(): void {
    this.#drafts.clear();
    this.#expanded.clear();
    this.#problem = undefined;
  }

  hostDisconnected(): void {
    this.restart();
  }

  #toggle(key: string): void {
    if (!this.#expanded.delete(key)) this.#expanded.add(key);
    this.#host.requestUpdate();
  }

  #edit(name: string, value: JsonValue): void {
    this.#drafts.begin(name, value);
    void this.#focusDrawn('.arg-input');
  }

  #write(name: string, text: string): void {
    this.#drafts.write(name, text);
    this.#problem = undefined;
    this.#host.requestUpdate();
  }

  #undo(name: string): void {
    this.#drafts.undo(name);
    this.#problem = undefined;
    void this.#focusDrawn('[part=approval-edit]');
  }

  async #focusDrawn(selector: string): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.querySelector<HTMLElement>(selector)?.focus();
  }
}
