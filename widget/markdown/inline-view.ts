import { html, nothing, type TemplateResult } from 'lit';
import { growingText } from './growing.ts';
import { type Inline, type Link, plainText } from './inline.ts';

/** A line of text as nodes. White space counts in it, so the templates have none between their tags. */
export function inlineView(nodes: readonly Inline[]): readonly unknown[] {
  return nodes.map(nodeView);
}

function nodeView(node: Inline): unknown {
  switch (node.kind) {
    case 'text':
      return growingText(node.text);
    case 'code':
      return html`<code part="code" dir="ltr">${growingText(node.text)}</code>`;
    case 'strong':
      return html`<strong>${inlineView(node.children)}</strong>`;
    case 'emphasis':
      return html`<em>${inlineView(node.children)}</em>`;
    case 'deleted':
      return html`<del>${inlineView(node.children)}</del>`;
    case 'image':
      return html`<span class="image" part="image">${growingText(node.text)}</span>`;
    case 'link':
      return linkView(node);
  }
}

/** While its address is being written it is no link yet, on the same node. */
function linkView({ target, children }: Link): TemplateResult {
  return html`<a part="link" href=${target?.href ?? nothing} target="_blank" rel="noopener noreferrer nofollow ugc"
    >${inlineView(children)}${hostView(target?.host, plainText(children))}</a
  >`;
}

function hostView(host: string | undefined, text: string): TemplateResult | typeof nothing {
  if (host === undefined || names(text, host)) return nothing;
  return html`<span class="host" part="link-host" dir="ltr"> (${host})</span>`;
}

/** Whether a link's text is where it leads: an address that begins with the host, or the host alone. */
function names(text: string, host: string): boolean {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, '');
  return bare === host || bare.startsWith(`${host}/`) || bare.startsWith(`${host}?`) || bare.startsWith(`${host}#`);
}
