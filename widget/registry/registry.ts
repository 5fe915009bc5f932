import type { PageTool } from '../../shared/protocol.ts';
import type { BrowserTool } from './browser-tool.ts';
import type { OfferedTool, RegisteredTool } from './registered-tool.ts';
import type { SiteTool } from './site-tool.ts';
import { SiteTools } from './site-tools.ts';
import { lowRiskTools, matchesAny, parsePatterns, unknownPatterns } from './tool-patterns.ts';

/** What the model may be offered. */
export interface Offer {
  readonly builtins: string[];
  readonly pageTools: PageTool[];
}

export interface ToolRules {
  /** Built-in tools that the site allows. Null is the low-risk set, empty is none. */
  readonly tools: string | null;
  /** Tools that ask although their definition would not. */
  readonly ask: string;
  /** Tools that need not ask, where their definition permits that. */
  readonly allow?: string | null | undefined;
  /** Tools that never run. */
  readonly deny: string;
}

export interface RegistryOptions {
  readonly builtins: readonly OfferedTool[];
  /** The offer may have changed. */
  readonly onChange: () => void;
  /** Tells the developer of what is probably a slip. */
  readonly warn: (sentence: string) => void;
  /** Tells the developer of what can not work. */
  readonly report: (sentence: string) => void;
}

/** From a name to the tool that may run under it: built-in tools by attribute, and the site's own. */
export class Registry {
  readonly #options: RegistryOptions;
  #loaded: ReadonlyMap<string, RegisteredTool> = new Map();
  readonly #siteTools: SiteTools;
  readonly #warned = new Set<string>();
  #rules = '';
  #allowed = parsePatterns(lowRiskTools);
  #asking: readonly string[] = [];
  #loose: readonly string[] = [];
  #denied: readonly string[] = [];

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#siteTools = new SiteTools(options);
  }

  /** The built-in tools are there: from now on they can be found. */
  load(tools: readonly BrowserTool[]): void {
    this.#loaded = new Map(tools.map((tool) => [tool.definition.name, builtin(tool)]));
  }

  /** Costs nothing when nothing has changed: it may be called for each drawing of the page. */
  configure({ tools, ask, allow, deny }: ToolRules): void {
    const rules = JSON.stringify([tools, ask, allow, deny]);
    if (rules === this.#rules) return;
    this.#rules = rules;
    this.#allowed = parsePatterns(tools ?? lowRiskTools);
    this.#asking = parsePatterns(ask);
    this.#loose = parsePatterns(allow ?? '');
    this.#denied = parsePatterns(deny);
    void this.#warnOfSlips('tools', this.#allowed, []);
    void this.#warnOfSlips('ask', this.#asking, this.#siteTools.names());
    void this.#warnOfSlips('allow', this.#loose, this.#siteTools.names());
    void this.#warnOfSlips('deny', this.#denied, this.#siteTools.names());
    this.#options.onChange();
  }

  asks(name: string): boolean {
    return matchesAny(this.#asking, name);
  }

  allows(name: string): boolean {
    return matchesAny(this.#loose, name);
  }

  denies(name: string): boolean {
    return matchesAny(this.#denied, name);
  }

  /** A denied tool is found: that it may not run is said by whoever decides. */
  find(name: string): RegisteredTool | undefined {
    const found = this.#loaded.get(name);
    if (!found) return this.#siteTools.find(name);
    return matchesAny(this.#allowed, name) ? found : undefined;
  }

  /** All that may be called here, whether or not it may run. */
  known(): readonly RegisteredTool[] {
    const names = [...this.offer().builtins, ...this.#siteTools.names()];
    return names.flatMap((name) => this.find(name) ?? []);
  }

  offer(): Offer {
    const builtins = this.#options.builtins
      .filter(({ name, supported }) => matchesAny(this.#allowed, name) && !this.denies(name) && supported())
      .map(({ name }) => name);
    return { builtins, pageTools: this.#siteTools.pageTools().filter(({ name }) => !this.denies(name)) };
  }

  /**
   * Adds a tool of the site's own. It is offered once its schema has been read.
   *
   * @returns a function that removes it.
   * @throws TypeError when something is wrong with it.
   */
  register(tool: SiteTool, signal?: AbortSignal): () => void {
    return this.#siteTools.register(tool, signal);
  }

  /** Puts these in the place of those that the last call brought. @throws TypeError as `register` does. */
  setSiteTools(tools: readonly SiteTool[]): void {
    this.#siteTools.replace(tools);
  }

  async #warnOfSlips(attribute: string, patterns: readonly string[], siteNames: readonly string[]): Promise<void> {
    const known = [...this.#options.builtins.map(({ name }) => name), ...siteNames];
    for (const pattern of unknownPatterns(patterns, known)) {
      const key = `${attribute} ${pattern}`;
      if (this.#warned.has(key)) continue;
      this.#warned.add(key);
      const { explainPattern } = await import('./explain-pattern.ts');
      const sentence = explainPattern(attribute, pattern, known);
      if (sentence) this.#options.warn(sentence);
    }
  }
}

function builtin(tool: BrowserTool): RegisteredTool {
  return { tool, siteTool: false, title: undefined, definition: undefined };
}
