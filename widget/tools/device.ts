import { deviceContext, deviceStatus } from '../../shared/tools/device.ts';
import { builtinTool } from '../registry/browser-tool.ts';
import { supported } from './supported.ts';

const facts = () => import('./device-facts.ts');

export const contextReader = builtinTool(deviceContext, {
  supported: supported.device_context,
  run: async () => (await facts()).describeDevice(new Date()),
});

export const statusReader = builtinTool(deviceStatus, {
  supported: supported.device_status,
  run: async () => {
    const { readBattery, readNetwork } = await facts();
    return { battery: await readBattery(navigator), network: readNetwork(navigator) };
  },
});
