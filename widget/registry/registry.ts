import type { PageTool } from '../../shared/protocol.ts';
import type { BrowserTool } from './browser-tool.ts';
import type { RegisteredTool } from './registered-tool.ts';
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
  /** Tools that never run. */
  readonly deny: string;
}

export interface RegistryOptions {
  readonly builtins: readonly BrowserTool[];
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
  readonly #builtins: ReadonlyMap<string, RegisteredTool>;
  readonly #siteTools: SiteTools;
  readonly #warned = new Set<string>();
  #allowed = parsePatterns(lowRiskTools);
  #asking: readonly string[] = [];
  #denied: readonly string[] = [];

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#builtins = new Map(options.builtins.map((tool) => [tool.definition.name, builtin(tool)]));
    this.#siteTools = new SiteTools(options);
  }

  configure({ tools, ask, deny }: ToolRules): void {
    this.#allowed = parsePatterns(tools ?? lowRiskTools);
    this.#asking = parsePatterns(ask);
    this.#denied = parsePatterns(deny);
    this.#warnOfSlips('tools', this.#allowed, []);
    this.#warnOfSlips('ask', this.#asking, this.#siteTools.names());
    this.#warnOfSlips('deny', this.#denied, this.#siteTools.names());
    this.#options.onChange();
  }

  asks(name: string): boolean {
    return matchesAny(this.#asking, name);
  }

  denies(name: string): boolean {
    return matchesAny(this.#denied, name);
  }

  /** A denied tool is found: that it may not run is said by whoever decides. */
  find(name: string): RegisteredTool | undefined {
    const found = this.#builtins.get(name);
    if (!found) return this.#siteTools.find(name);
    return matchesAny(this.#allowed, name) ? found : undefined;
  }

  offer(): Offer {
    const builtins = [...this.#builtins.keys()].filter((name) => {
      const found = this.find(name);
      return found !== undefined && !this.denies(name) && found.tool.supported();
    });
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

  /** The site's own tools may come at any time, so only what looks like a slip is worth a warning there. */
  #warnOfSlips(attribute: string, patterns: readonly string[], siteNames: readonly string[]): void {
    const known = [...this.#builtins.keys(), ...siteNames];
    for (const sentence of unknownPatterns(attribute, patterns, known)) {
      const isSlip = attribute === 'tools' || sentence.includes('Did you mean');
      if (!isSlip || this.#warned.has(sentence)) continue;
      this.#warned.add(sentence);
      this.#options.warn(sentence);
    }
  }
}

function builtin(tool: BrowserTool): RegisteredTool {
  return { tool, siteTool: false, title: undefined, definition: undefined };
}
