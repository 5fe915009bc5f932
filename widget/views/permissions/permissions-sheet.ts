import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { ToolPermission } from '../../approvals/tool-permission.ts';
import { buttons } from '../../styles/buttons.ts';
import { sheet as sheetStyles } from '../../styles/sheet.ts';
import { adoptStyles } from '../adopt-styles.ts';
import type { Intents } from '../intents.ts';
import { LightElement } from '../light-element.ts';
import type { PanelState } from '../panel.ts';
import { words } from '../../strings/words.ts';
import { blockedTools } from './blocked-tools.ts';
import { callRecord } from './call-record.ts';
import { grantRow, permissionRow, type RowView } from './permission-row.ts';

/** Draws the sheet, which defines itself with its first drawing. */
export function permissionsSheet({ intents, titles }: PanelState, onClose: () => void): TemplateResult {
  if (!customElements.get('headless-agent-sheet')) customElements.define('headless-agent-sheet', PermissionsSheet);
  return html`<headless-agent-sheet
    .intents=${intents}
    .titles=${titles}
    @headless-agent-close=${onClose}
  ></headless-agent-sheet>`;
}

/** What the assistant can see, can do and never does; the yeses it was given; and all that it did. */
export class PermissionsSheet extends LightElement {
  static override properties: PropertyDeclarations = {
    intents: { attribute: false },
    titles: { attribute: false },
    blocked: { state: true },
  };

  declare intents: Intents;
  declare titles: ReadonlyMap<string, string>;
  /** Tools that the browser's own settings forbid. */
  declare private blocked: ReadonlySet<string>;

  constructor() {
    super();
    this.titles = new Map();
    this.blocked = new Set();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, buttons, sheetStyles);
    void this.#askBrowser();
  }

  protected override firstUpdated(): void {
    this.#dialog?.showModal();
    this.querySelector<HTMLElement>('h2')?.focus();
  }

  protected override render(): TemplateResult {
    const closed = (): boolean => this.dispatchEvent(new Event('headless-agent-close'));
    return html`<dialog
      class="sheet"
      part="permissions"
      aria-labelledby="permissions"
      @close=${closed}
      @click=${this.#onClick}
    >
      <div class="sheet-top">
        <h2 id="permissions" class="title" tabindex="-1">${words.permissions.title}</h2>
        <button type="button" class="button" part="permissions-close" @click=${() => this.#dialog?.close()}>
          ${words.permissions.close}
        </button>
      </div>
      <div class="sheet-body">${this.#lists()} ${this.#record()}</div>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog');
  }

  #lists(): TemplateResult {
    const tools = this.intents.permissions();
    const usable = tools.filter(({ rule }) => rule !== 'deny');
    const grants = this.intents.grants()?.list() ?? [];
    const others = grants.filter(({ tool }) => !usable.some((other) => other.tool === tool));
    const denied = tools.filter(({ rule }) => rule === 'deny');
    const view = this.#rowView();
    return html`
      ${section(
        words.permissions.see,
        usable.filter(onlySees).map((tool) => permissionRow(tool, view)),
      )}
      ${section(
        words.permissions.act,
        usable.filter((tool) => !onlySees(tool)).map((tool) => permissionRow(tool, view)),
      )}
      ${section(words.permissions.never, [
        ...words.permissions.nevers.map((text) => html`<li class="permission"><p>${text}</p></li>`),
        ...denied.map((tool) => permissionRow(tool, view)),
      ])}
      ${
        others.length > 0
          ? section(
              words.permissions.others,
              others.map((grant) => grantRow(grant, view)),
            )
          : nothing
      }
    `;
  }

  #rowView(): RowView {
    const grants = this.intents.grants();
    return {
      titles: this.titles,
      blocked: this.blocked,
      grants: grants?.list() ?? [],
      revoke: (id) => {
        grants?.revoke(id);
        this.requestUpdate();
        // The button that had the focus is gone.
        this.querySelector<HTMLElement>('h2')?.focus();
      },
    };
  }

  #record(): TemplateResult | typeof nothing {
    const record = this.intents.record();
    if (!record) return nothing;
    const clear = (): void => {
      record.clear();
      this.requestUpdate();
    };
    return callRecord(record, this.titles, clear);
  }

  readonly #onClick = ({ target }: Event): void => {
    if (target === this.#dialog) this.#dialog?.close();
  };

  async #askBrowser(): Promise<void> {
    this.blocked = await blockedTools();
  }
}

/** What a tool reads can be seen; what it changes or sends is a deed. */
/** What a site's own tool keeps on the device is known to the site alone. */
function onlySees({ reads, sink, siteTool }: ToolPermission): boolean {
  return reads !== 'nothing' && (sink === 'none' || (sink === 'local' && !siteTool));
}

function section(title: string, rows: readonly TemplateResult[]): TemplateResult {
  return html`<section class="sheet-part">
    <h3>${title}</h3>
    ${
      rows.length > 0
        ? html`<ul>
            ${rows}
          </ul>`
        : html`<p class="caption">${words.permissions.nothing}</p>`
    }
  </section>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'headless-agent-sheet': PermissionsSheet;
  }
}
