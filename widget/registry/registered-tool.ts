import type { BrowserTool } from './browser-tool.ts';

/** A tool that may be called here, with what its origin adds to it. */
export interface RegisteredTool {
  readonly tool: BrowserTool;
  readonly siteTool: boolean;
  /** The name a site gives its tool for people. */
  readonly title: string | undefined;
  /** What a call of a site's tool must carry back; built-in tools have none. */
  readonly definition: string | undefined;
}
