import { geolocationGet } from '../../shared/tools/geolocation.ts';
import { builtinTool } from '../registry/browser-tool.ts';

const body = () => import('./find-place.ts');

export const geolocation = builtinTool(geolocationGet, {
  supported: () => 'geolocation' in navigator,
  check: async () => (await body()).checkPlace(),
  run: async (args, context) => (await body()).findPlace(args, context),
});
