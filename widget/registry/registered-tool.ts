import type { BrowserTool } from './browser-tool.ts';

/** A built-in tool as far as it is known before it is loaded. */
export interface OfferedTool {
  readonly name: string;
  /** False when this browser lacks what the tool needs: it is then never offered to the model. */
  readonly supported: () => boolean;
}

/** A tool that may be called here, with what its origin adds to it. */
export interface RegisteredTool {
  readonly tool: BrowserTool;
  readonly siteTool: boolean;
  /** The name a site gives its tool for people. */
  readonly title: string | undefined;
  /** What a call of a site's tool must carry back; built-in tools have none. */
  readonly definition: string | undefined;
}
