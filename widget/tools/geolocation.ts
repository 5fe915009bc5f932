import { geolocationGet } from '../../shared/tools/geolocation.ts';
import { builtinTool } from '../registry/browser-tool.ts';
import { supported } from './supported.ts';

const body = () => import('./find-place.ts');

export const geolocation = builtinTool(geolocationGet, {
  supported: supported.geolocation_get,
  check: async () => (await body()).checkPlace(),
  run: async (args, context) => (await body()).findPlace(args, context),
});
