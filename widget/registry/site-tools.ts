import { byteLength } from '../../shared/json.ts';
import { fixedLimits } from '../../shared/limits.ts';
import type { PageTool } from '../../shared/protocol.ts';
import { checkSiteTool } from './check-site-tool.ts';
import type { ReadTool } from './read-site-tool.ts';
import type { RegisteredTool } from './registered-tool.ts';
import type { SiteTool } from './site-tool.ts';

interface Entry {
  readonly source: SiteTool;
  /** Missing until the schema has been read. */
  ready?: ReadTool;
}

interface SiteToolsOptions {
  readonly onChange: () => void;
  readonly report: (sentence: string) => void;
}

/** The tools that the site itself brought. */
export class SiteTools {
  readonly #options: SiteToolsOptions;
  readonly #entries = new Map<string, Entry>();
  #replaceable: readonly Entry[] = [];

  constructor(options: SiteToolsOptions) {
    this.#options = options;
  }

  names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  find(name: string): RegisteredTool | undefined {
    return this.#entries.get(name)?.ready?.registered;
  }

  pageTools(): PageTool[] {
    return [...this.#entries.values()].flatMap(({ ready }) => ready?.pageTool ?? []);
  }

  register(tool: SiteTool, signal?: AbortSignal): () => void {
    const entry = this.#add(tool);
    const remove = (): void => this.#remove(entry);
    if (signal?.aborted) remove();
    else signal?.addEventListener('abort', remove, { once: true });
    return () => {
      signal?.removeEventListener('abort', remove);
      remove();
    };
  }

  replace(tools: readonly SiteTool[]): void {
    if (!Array.isArray(tools)) throw new TypeError('siteTools: must be an array of tools.');
    const former = this.#replaceable.filter((entry) => this.#isThere(entry));
    // All are looked at first: one bad tool must not leave half of them registered.
    const names = new Set(this.names());
    for (const { source } of former) names.delete(source.name);
    for (const tool of tools) {
      checkSiteTool(tool, names);
      names.add(tool.name);
    }
    const kept = former.filter(({ source }) => tools.includes(source));
    for (const entry of former) if (!kept.includes(entry)) this.#remove(entry);
    this.#replaceable = tools.map((tool) => kept.find(({ source }) => source === tool) ?? this.#add(tool));
  }

  #add(source: SiteTool): Entry {
    checkSiteTool(source, this.#entries);
    const entry: Entry = { source };
    this.#entries.set(source.name, entry);
    void this.#prepare(entry);
    return entry;
  }

  #remove(entry: Entry): void {
    if (!this.#isThere(entry)) return;
    this.#entries.delete(entry.source.name);
    this.#options.onChange();
  }

  #isThere(entry: Entry): boolean {
    return this.#entries.get(entry.source.name) === entry;
  }

  async #prepare(entry: Entry): Promise<void> {
    try {
      const { readSiteTool } = await import('./read-site-tool.ts');
      const ready = await readSiteTool(entry.source);
      if (!this.#isThere(entry)) return;
      this.#checkRoom(ready.pageTool);
      entry.ready = ready;
      this.#options.onChange();
    } catch (cause) {
      this.#remove(entry);
      const why = cause instanceof Error ? cause.message : String(cause);
      this.#options.report(`registerTool: "${entry.source.name}": ${why} The tool is not offered.`);
    }
  }

  #checkRoom(added: PageTool): void {
    const bytes = byteLength(JSON.stringify([...this.pageTools(), added]));
    if (bytes > fixedLimits.maxPageToolBytes) {
      throw new TypeError(
        `All tools of a page may have ${fixedLimits.maxPageToolBytes} bytes as JSON, these have ${bytes}.`,
      );
    }
  }
}
