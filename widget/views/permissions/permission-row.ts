import { html, nothing, type TemplateResult } from 'lit';
import type { Grant } from '../../approvals/grant.ts';
import type { ToolPermission } from '../../approvals/tool-permission.ts';
import { nameTool } from '../describe-call.ts';
import { visibleText } from '../visible-text.ts';
import { words } from '../../strings/words.ts';

/** What the rows of the sheet need to know. */
export interface RowView {
  readonly titles: ReadonlyMap<string, string>;
  readonly blocked: ReadonlySet<string>;
  readonly grants: readonly Grant[];
  readonly revoke: (id: string) => void;
}

/** One tool in words: what it does, whether it asks, and the yes that it has. */
export function permissionRow(permission: ToolPermission, view: RowView): TemplateResult {
  const { tool, title, rule } = permission;
  const grant = view.grants.find((one) => one.tool === tool);
  const what = nameTool(tool, title ?? view.titles.get(tool));
  return html`<li class="permission" part="permission" data-rule=${rule}>
    <p><bdi>${visibleText(what)}</bdi></p>
    <p class="caption">${[words.permissions.rules[rule], ...remarks(permission)].join(' · ')}</p>
    ${view.blocked.has(tool) ? html`<p class="caption blocked">${words.permissions.blocked}</p>` : nothing}
    ${grant && rule !== 'deny' ? grantLine(grant, what, view) : nothing}
  </li>`;
}

/** A yes whose tool is not there now. */
export function grantRow(grant: Grant, view: RowView): TemplateResult {
  const what = nameTool(grant.tool, grant.title ?? view.titles.get(grant.tool));
  return html`<li class="permission" part="permission">
    <p><bdi>${visibleText(what)}</bdi></p>
    ${grantLine(grant, what, view)}
  </li>`;
}

function remarks({ siteTool, sink, browserAsks }: ToolPermission): readonly string[] {
  const said = [
    siteTool && words.permissions.siteTool,
    sink === 'page' && words.permissions.changesPage,
    sink === 'egress' && words.permissions.sendsOut,
    browserAsks && words.permissions.browserAsks,
  ];
  return said.filter((remark) => remark !== false);
}

function grantLine({ id, scope, expiresAt }: Grant, what: string, { revoke }: RowView): TemplateResult {
  const { grant, day } = words.permissions;
  const until = expiresAt === undefined ? grant.forever : grant.always(day(expiresAt));
  return html`<div class="granted" part="grant">
    <p class="caption">${scope === 'session' ? grant.session : until}</p>
    <button
      type="button"
      class="link"
      part="revoke-button"
      aria-label=${grant.revokeOf(what)}
      @click=${() => revoke(id)}
    >
      ${grant.revoke}
    </button>
  </div>`;
}
