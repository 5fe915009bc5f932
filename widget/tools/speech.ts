import { speak } from '../../shared/tools/speech.ts';
import { builtinTool } from '../registry/browser-tool.ts';
import { supported } from './supported.ts';

export const speaker = builtinTool(speak, {
  supported: supported.speak,
  // Most visitors never hear it: the voice is loaded when it is first used.
  run: async (args, context) => (await import('./read-aloud.ts')).readAloud(args, context),
});
