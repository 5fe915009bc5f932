import { html, nothing, type TemplateResult } from 'lit';
import type { Ask, AskReason } from '../../approvals/ask.ts';
import { visibleText } from '../visible-text.ts';
import { words } from '../../strings/words.ts';
import { sourceWords } from './sources.ts';

/** What a card knows besides its question. */
export interface Surroundings {
  /** Which model gets the result. */
  readonly model: string;
  /** What the site's tools call themselves, by name. */
  readonly titles: ReadonlyMap<string, string>;
}

/** What follows from a yes: what leaves the device and to whom, why it asks, and last what others say about it. */
export function cardFacts(ask: Ask, around: Surroundings): TemplateResult {
  const { card } = words.approvals;
  const leaves = ask.reads !== 'nothing' || ask.sink === 'egress' || ask.siteTool || ask.onServer;
  return html`<div class="card-facts" part="approval-facts">
    ${ask.sink === 'page' ? html`<p>${card.changesPage}</p>` : nothing}
    <p class="caption">${leaves ? card.leaves : card.stays}</p>
    ${leaves ? paths(ask, around) : html`<p>${card.outcomeGoes}</p>`}
    ${ask.onServer ? html`<p>${card.onServer}</p>` : nothing}
    ${ask.browserAsks ? html`<p>${card.browserAsks}</p>` : nothing}
    ${ask.kind === 'gesture' ? html`<p>${card.gesture}</p>` : nothing} ${why(ask, around)} ${ownersWords(ask)}
    ${said(ask)}
  </div>`;
}

/** Whom the arguments pass on their way out, and whom the result. */
function paths({ onServer, sink }: Ask, { model }: Surroundings): TemplateResult {
  const { path: names } = words.approvals.card;
  const start = onServer ? names.server : names.device;
  const out = onServer ? names.internet : names.site(location.host || location.protocol);
  const back = onServer ? [names.server, model] : [names.device, names.server, model];
  return html`<dl class="paths" part="approval-paths">
    ${sink === 'egress' ? path(names.args, [start, out]) : nothing} ${path(names.result, back)}
  </dl>`;
}

function path(what: string, stations: readonly string[]): TemplateResult {
  return html`<div>
    <dt>${what}</dt>
    <dd>
      <ol class="path" part="approval-path">
        ${stations.map((name) => html`<li><bdi>${visibleText(name)}</bdi></li>`)}
      </ol>
    </dd>
  </div>`;
}

function why(ask: Ask, { titles }: Surroundings): TemplateResult | typeof nothing {
  // What is said above the arguments need not be said again.
  const reasons = ask.why.filter((reason) => !(ask.danger && reason === 'untrusted'));
  const sentences = reasons.flatMap((reason) => reasonWords(reason, ask, titles) ?? []);
  if (sentences.length === 0) return nothing;
  return html`<p class="caption">${words.approvals.card.why}</p>
    ${sentences.map((sentence) => html`<p part="approval-why">${visibleText(sentence)}</p>`)}`;
}

function reasonWords(reason: AskReason, { taint }: Ask, titles: ReadonlyMap<string, string>): string | undefined {
  const { reasons } = words.approvals;
  if (reason === 'untrusted') return reasons.untrusted(sourceWords(taint.untrusted, titles));
  if (reason === 'sensitive') return reasons.sensitive(sourceWords(taint.sensitive, titles));
  return reasons[reason];
}

/** A description that we did not write is quoted as somebody's words. */
function ownersWords({ siteTool, onServer, description }: Ask): TemplateResult | typeof nothing {
  if (!siteTool && !onServer) return nothing;
  const { card } = words.approvals;
  return html`<p class="caption">${onServer ? card.serverTool : card.siteTool}</p>
    <p class="card-said" part="approval-note"><q dir="auto">${visibleText(description)}</q></p>`;
}

/** Last, quoted and named: nothing vouches for it. */
function said({ said: text }: Ask): TemplateResult | typeof nothing {
  if (!text) return nothing;
  return html`<p class="caption">${words.approvals.card.said}</p>
    <p class="card-said" part="approval-said"><q dir="auto">${visibleText(text)}</q></p>`;
}
