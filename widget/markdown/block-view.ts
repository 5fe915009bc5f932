import { html, nothing, type TemplateResult } from 'lit';
import type { Align, Block, Heading, Item, List, Row, Table } from './block.ts';
import { codeView } from './code-view.ts';
import { growingBlocks } from './growing.ts';
import { parseInline } from './inline-parser.ts';
import { inlineView } from './inline-view.ts';

/** A block that stands by itself runs in its own direction. */
export function topView(block: Block): unknown {
  return blockView(block, 'auto');
}

/** What stands in another block gets its direction from the style sheet: `dir` would hide it from that block's own. */
function innerView(block: Block): unknown {
  return blockView(block, nothing);
}

function blockView(block: Block, dir: 'auto' | typeof nothing): unknown {
  switch (block.kind) {
    case 'root':
      return nothing;
    case 'paragraph':
      return html`<p dir=${dir}>${growingBlocks(block.children, innerView)}</p>`;
    case 'segment':
      return inlineView(parseInline(block.text, !block.done));
    case 'heading':
      return headingView(block, dir);
    case 'code':
      return codeView(block);
    case 'quote':
      return html`<blockquote part="quote" dir=${dir}>${growingBlocks(block.children, innerView)}</blockquote>`;
    case 'list':
      return listView(block, dir);
    case 'item':
      return itemView(block);
    case 'table':
      return tableView(block, dir);
    case 'row':
      // Drawn by its table, which knows the columns.
      return nothing;
    case 'rule':
      return html`<hr />`;
  }
}

/** The name of who speaks is an h3. */
function headingView({ size, depth, children }: Heading, dir: 'auto' | typeof nothing): TemplateResult {
  const words = growingBlocks(children, innerView);
  const name = `heading heading-${size}`;
  if (depth === 0) return html`<h4 class=${name} dir=${dir}>${words}</h4>`;
  if (depth === 1) return html`<h5 class=${name} dir=${dir}>${words}</h5>`;
  return html`<h6 class=${name} dir=${dir}>${words}</h6>`;
}

function listView({ start, children }: List, dir: 'auto' | typeof nothing): TemplateResult {
  const items = growingBlocks(children, innerView);
  if (start === undefined)
    return html`<ul dir=${dir}>
      ${items}
    </ul>`;
  return html`<ol start=${start} dir=${dir}>
    ${items}
  </ol>`;
}

function itemView({ checked, children }: Item): TemplateResult {
  const content = growingBlocks(children, innerView);
  if (checked === undefined) return html`<li>${content}</li>`;
  return html`<li class="task">
    <span class="box">${checked ? '☑' : '☐'} </span>
    <div>${content}</div>
  </li>`;
}

/** Wider than the column it stands in, it scrolls by itself. */
function tableView({ head, aligns, children }: Table, dir: 'auto' | typeof nothing): TemplateResult {
  const row = (block: Block): unknown => (block.kind === 'row' ? rowView(block, aligns) : nothing);
  return html`<div class="table-frame" part="table-frame" tabindex="0">
    <table part="table" dir=${dir}>
      <thead>
        <tr>
          ${head.map((text, at) => html`<th scope="col" data-align=${aligns[at] ?? nothing}>${cellView(text, false)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${growingBlocks(children, row)}
      </tbody>
    </table>
  </div>`;
}

/** A row is as long as the head, whatever it has. */
function rowView({ cells, done }: Row, aligns: readonly Align[]): TemplateResult {
  const last = cells.length - 1;
  return html`<tr>
    ${aligns.map(
      (align, at) => html`<td data-align=${align ?? nothing}>${cellView(cells[at] ?? '', !done && at === last)}</td>`,
    )}
  </tr>`;
}

function cellView(text: string, isGrowing: boolean): readonly unknown[] {
  return inlineView(parseInline(text, isGrowing));
}
