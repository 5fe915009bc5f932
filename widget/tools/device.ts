import { deviceContext, deviceStatus } from '../../shared/tools/device.ts';
import { builtinTool } from '../registry/browser-tool.ts';

const supported = () => true;

const facts = () => import('./device-facts.ts');

export const contextReader = builtinTool(deviceContext, {
  supported,
  run: async () => (await facts()).describeDevice(new Date()),
});

export const statusReader = builtinTool(deviceStatus, {
  supported,
  run: async () => {
    const { readBattery, readNetwork } = await facts();
    return { battery: await readBattery(navigator), network: readNetwork(navigator) };
  },
});
