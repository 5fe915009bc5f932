import { expect } from '@open-wc/testing';
import { emulateMedia } from '../../scripts/wtr/devices.ts';
import { restoreAll, stub } from '../../scripts/wtr/stub.ts';
import { describeDevice, readBattery, readNetwork } from './device-facts.ts';
import { contextReader, statusReader } from './device.ts';
import { callTool, fakeTimers } from './tool-run.fixture.ts';

afterEach(() => restoreAll());

describe('device_context', () => {
  it('describes the browser it runs in, as plain JSON', async () => {
    const outcome = await callTool(contextReader, {});
    expect(outcome).to.have.property('value');
    if (!('value' in outcome)) return;
    expect(JSON.parse(JSON.stringify(outcome.value))).to.deep.equal(outcome.value);
    expect(outcome.value).to.include({ locale: navigator.language, touch: false });
    expect(outcome.value).to.have.nested.property('viewport.width', window.innerWidth);
  });

  const clocks = [
    { behind: -330, offset: 330, local: '1970-01-01T05:30:00+05:30' },
    { behind: 210, offset: -210, local: '1969-12-31T20:30:00-03:30' },
    { behind: 0, offset: 0, local: '1970-01-01T00:00:00+00:00' },
  ];
  for (const { behind, offset, local } of clocks) {
    it(`tells the local time ${local}`, () => {
      const now = new Date(0);
      stub(now, 'getTimezoneOffset', () => behind);
      const { utc_offset_min, local_time } = describeDevice(now);
      expect(local_time).to.equal(local);
      expect(Object.is(utc_offset_min, offset)).to.equal(true);
    });
  }

  it('tells preferences from the real media queries', async function () {
    const features = { 'prefers-color-scheme': 'dark', 'prefers-reduced-motion': 'reduce', 'prefers-contrast': 'more' };
    if (!(await emulateMedia(features))) this.skip();
    expect(describeDevice(new Date())).to.include({ color_scheme: 'dark', reduced_motion: true, more_contrast: true });

    await emulateMedia({ 'prefers-color-scheme': 'light', 'prefers-reduced-motion': '', 'prefers-contrast': '' });
    const light = { color_scheme: 'light', reduced_motion: false, more_contrast: false };
    expect(describeDevice(new Date())).to.include(light);
  });

  it('tells preferences apart', () => {
    stub(window, 'matchMedia', (query: string) => ({ matches: query === '(prefers-contrast: more)' }));
    const expected = { color_scheme: 'light', reduced_motion: false, more_contrast: true };
    expect(describeDevice(new Date())).to.include(expected);
  });

  it('survives a browser that tells next to nothing', () => {
    stub(navigator, 'language', '');
    stub(navigator, 'languages', []);
    stub(navigator, 'maxTouchPoints', undefined);
    expect(describeDevice(new Date())).to.deep.include({ locale: 'en', languages: [], touch: false });
  });
});

describe('device_status', () => {
  it('answers in this browser, as plain JSON', async () => {
    const outcome = await callTool(statusReader, {});
    expect(outcome).to.have.nested.property('value.network.online', true);
    expect(JSON.parse(JSON.stringify(outcome))).to.deep.equal(outcome);
  });

  const withBattery = (battery: unknown) => ({ getBattery: async () => battery });

  it('tells a battery', async () => {
    const battery = { level: 0.42, charging: false, chargingTime: Infinity, dischargingTime: 7_200 };
    expect(await readBattery(withBattery(battery))).to.deep.equal({
      level: 0.42,
      charging: false,
      charging_time_s: null,
      discharging_time_s: 7_200,
      reliable: true,
    });
  });

  it('marks the values that stand for an unknown battery', async () => {
    const battery = { level: 1, charging: true, chargingTime: 0, dischargingTime: Infinity };
    expect(await readBattery(withBattery(battery))).to.include({ reliable: false, discharging_time_s: null });
  });

  const silent = {
    'is missing': {},
    'is no function': { getBattery: 'yes' },
    'is blocked': {
      getBattery: async () => {
        throw new DOMException('Blocked.', 'NotAllowedError');
      },
    },
    throws: {
      getBattery: () => {
        throw new TypeError('Illegal invocation.');
      },
    },
    'gives nothing': withBattery(undefined),
    'gives no number': withBattery({ level: NaN, charging: true }),
  };
  for (const [name, source] of Object.entries(silent)) {
    it(`says null when getBattery ${name}`, async () => {
      expect(await readBattery(source)).to.equal(null);
    });
  }

  it('says null when the battery does not answer', async () => {
    const { startTimer, fire } = fakeTimers();
    const reading = readBattery({ getBattery: () => new Promise(() => {}) }, startTimer);
    fire();
    expect(await reading).to.equal(null);
  });

  const nothing = { effective_type: null, downlink_mbps: null, rtt_ms: null, save_data: null };

  it('tells only whether it is online where the browser tells no more', () => {
    expect(readNetwork({ onLine: false })).to.deep.equal({ online: false, ...nothing });
  });

  const partial: readonly [object, object][] = [
    [{}, nothing],
    [{ saveData: true }, { ...nothing, save_data: true }],
    [{ effectiveType: undefined, downlink: Infinity, rtt: null }, nothing],
    [
      { effectiveType: '4g', downlink: 10, rtt: 50, saveData: false },
      { effective_type: '4g', downlink_mbps: 10, rtt_ms: 50, save_data: false },
    ],
  ];
  for (const [connection, told] of partial) {
    it(`reads a connection of ${JSON.stringify(connection)}`, () => {
      const source = { onLine: true, connection };
      expect(readNetwork(source)).to.deep.equal({ online: true, ...told });
    });
  }
});
