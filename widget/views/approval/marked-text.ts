import { html, nothing, type TemplateResult } from 'lit';
import { visibleText } from '../visible-text.ts';
import { cutRange, hostRange, isWithin, trueHost, urlRanges, wordRanges, type Range } from './text-ranges.ts';

/**
 * A text in which nothing hides: its hidden characters are in sight, its addresses run from left to right with
 * their host emphasised, and the given pieces are marked.
 */
export function markedText(text: string, marks: readonly string[]): readonly TemplateResult[] {
  const urls = urlRanges(text);
  const marked = wordRanges(text, marks);
  return cutRange([0, text.length], urls).map((part) =>
    isWithin(part, urls) ? address(text, part, marked) : html`${pieces(text, part, marked)}`,
  );
}

function address(text: string, part: Range, marked: readonly Range[]): TemplateResult {
  const url = text.slice(...part);
  const [start, end] = hostRange(url);
  const host: Range = [part[0] + start, part[0] + end];
  const other = trueHost(url);
  return html`<bdi class="url" part="url" dir="ltr"
    >${cutRange(part, [host]).map((piece) =>
      isWithin(piece, [host])
        ? html`<b class="url-host" part="url-host">${pieces(text, piece, marked)}</b>${trueHostMark(other)}`
        : pieces(text, piece, marked),
    )}</bdi
  >`;
}

function trueHostMark(host: string | undefined): TemplateResult | typeof nothing {
  return host === undefined ? nothing : html`<span class="hidden-char" part="hidden-char">${host}</span>`;
}

function pieces(text: string, part: Range, marked: readonly Range[]): readonly unknown[] {
  return cutRange(part, marked).map((piece) => {
    const shown = visibleText(text.slice(...piece));
    return isWithin(piece, marked) ? html`<mark class="overlap" part="overlap">${shown}</mark>` : shown;
  });
}
