import { html, nothing, type TemplateResult } from 'lit';
import type { Ask, AskReason } from '../../approvals/ask.ts';
import { approvalWords } from '../../strings/approval-words.ts';
import { visibleText } from '../visible-text.ts';
import { sourceWords } from './sources.ts';

/** What a card knows besides its question. */
export interface Surroundings {
  /** Which model gets the result. */
  readonly model: string;
  /** What the site's tools call themselves, by name. */
  readonly titles: ReadonlyMap<string, string>;
}

/** What follows from a yes: what leaves the device and to whom, why it asks, and last what the model says about it. */
export function cardFacts(ask: Ask, around: Surroundings): TemplateResult {
  const { card } = approvalWords;
  const leaves = ask.reads !== 'nothing' || ask.sink === 'egress' || ask.siteTool || ask.onServer;
  return html`<div class="card-facts" part="approval-facts">
    ${ask.sink === 'page' ? html`<p>${card.changesPage}</p>` : nothing}
    <p class="caption">${leaves ? card.leaves : card.stays}</p>
    ${leaves ? path(stations(ask, around)) : nothing} ${ask.onServer ? html`<p>${card.onServer}</p>` : nothing}
    ${ask.sink === 'egress' ? html`<p>${ask.onServer ? card.serverSends : card.siteSends(location.host)}</p>` : nothing}
    <p>${leaves ? card.resultGoes(around.model) : card.outcomeGoes}</p>
    ${ask.browserAsks ? html`<p>${card.browserAsks}</p>` : nothing}
    ${ask.kind === 'gesture' ? html`<p>${card.gesture}</p>` : nothing} ${why(ask, around)} ${said(ask)}
  </div>`;
}

/** Where the call and its result come by, one after the other. */
function stations(ask: Ask, { model }: Surroundings): readonly string[] {
  const { path: names } = approvalWords.card;
  if (ask.onServer) return [names.server, ask.sink === 'egress' ? names.internet : '', model].filter(Boolean);
  const site = ask.sink === 'egress' ? location.host : '';
  return [names.device, site, names.server, model].filter(Boolean);
}

function path(names: readonly string[]): TemplateResult {
  return html`<ol class="path" part="approval-path" aria-label=${approvalWords.card.path.label}>
    ${names.map((name) => html`<li><bdi>${visibleText(name)}</bdi></li>`)}
  </ol>`;
}

function why(ask: Ask, { titles }: Surroundings): TemplateResult | typeof nothing {
  const sentences = ask.why.flatMap((reason) => reasonWords(reason, ask, titles) ?? []);
  if (sentences.length === 0) return nothing;
  return html`<p class="caption">${approvalWords.card.why}</p>
    ${sentences.map((sentence) => html`<p part="approval-why">${visibleText(sentence)}</p>`)}`;
}

function reasonWords(reason: AskReason, { taint }: Ask, titles: ReadonlyMap<string, string>): string | undefined {
  const { reasons } = approvalWords;
  if (reason === 'untrusted') return reasons.untrusted(sourceWords(taint.untrusted, titles));
  if (reason === 'sensitive') return reasons.sensitive(sourceWords(taint.sensitive, titles));
  return reasons[reason];
}

/** Last, quoted and named: nothing vouches for it. */
function said({ said: text }: Ask): TemplateResult | typeof nothing {
  if (!text) return nothing;
  return html`<p class="caption">${approvalWords.card.said}</p>
    <p class="card-said" part="approval-said"><q dir="auto">${visibleText(text)}</q></p>`;
}
