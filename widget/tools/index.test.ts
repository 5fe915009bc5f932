import { expect } from '@open-wc/testing';
import { codeOf, outcomeOf } from '../../scripts/wtr/outcome.ts';
import { restoreAll, stub } from '../../scripts/wtr/stub.ts';
import { AgentError } from '../../shared/errors.ts';
import { builtinTools } from '../../shared/tools/index.ts';
import { explainError } from './browser-error.ts';
import { builtins } from './index.ts';
import { permissionState } from './permission.ts';
import { offeredTools } from './supported.ts';
import { fakeTimers } from './tool-run.fixture.ts';

describe('the catalogue', () => {
  it('has a body for each definition, in the same order', () => {
    expect(builtins.map(({ definition }) => definition)).to.deep.equal([...builtinTools]);
  });

  it('is offered before it is loaded, in the same order and under the same conditions', () => {
    const loaded = builtins.map(({ definition: { name }, supported }) => ({ name, supported }));
    expect(offeredTools).to.deep.equal(loaded);
  });
});

describe('what a browser throws', () => {
  const capability = { deed: 'fly', policy: 'flying', gesture: true };
  const moment = { isActive: true, isFocused: true };

  const codes = [
    ['NotAllowedError', 'permission_denied'],
    ['AbortError', 'cancelled'],
    ['NotFoundError', 'unavailable'],
    ['NotReadableError', 'busy'],
    ['InvalidStateError', 'busy'],
    ['NotSupportedError', 'unsupported'],
    ['SecurityError', 'policy_blocked'],
    ['QuotaExceededError', 'quota_exceeded'],
    ['DataError', 'unavailable'],
  ] as const;
  for (const [name, code] of codes) {
    it(`is ${code} when it is a ${name}, in words of our own`, async () => {
      const error = await explainError(capability, moment, new DOMException('Browser words.', name));
      expect(error.code).to.equal(code);
      expect(error.message).to.contain('fly').and.not.to.contain('Browser words');
      expect(error.cause).to.be.instanceOf(DOMException);
    });
  }

  it('is needs_gesture when a SecurityError asks for one', async () => {
    const thrown = new DOMException('Must be handling a user gesture.', 'SecurityError');
    expect((await explainError(capability, moment, thrown)).code).to.equal('needs_gesture');
  });

  it('is unsupported when a method is missing', async () => {
    expect((await explainError(capability, moment, new TypeError('x is not a function'))).code).to.equal('unsupported');
  });

  it('is unavailable when it is nothing known', async () => {
    for (const thrown of [undefined, 'text', {}, new Error('constructor')]) {
      expect((await explainError(capability, moment, thrown)).code).to.equal('unavailable');
    }
  });

  it('depends on how things stood when the browser was asked', async () => {
    const thrown = new DOMException('', 'NotAllowedError');
    const idle = { isActive: false, isFocused: false };
    expect((await explainError(capability, idle, thrown)).code).to.equal('needs_gesture');
    const behind = { isActive: true, isFocused: false };
    expect((await explainError(capability, behind, thrown)).code).to.equal('not_focused');
  });

  it('stays as it is when it is ours', async () => {
    const ours = new AgentError('too_large', 'Too long.');
    expect(await explainError(capability, moment, ours)).to.equal(ours);
    expect(codeOf(await outcomeOf(Promise.reject(ours)))).to.equal('too_large');
  });
});

describe('what a browser would answer by itself', () => {
  afterEach(() => restoreAll());

  it('is told for a permission that it knows', async () => {
    expect(await permissionState('geolocation')).to.be.oneOf(['prompt', 'granted', 'denied']);
  });

  it('is unknown for a permission that it does not know, and without one', async () => {
    expect(await permissionState('time-travel')).to.equal(undefined);
    expect(await permissionState(undefined)).to.equal(undefined);
  });

  it('is unknown in a browser that has no such question, or never answers it', async () => {
    stub(navigator, 'permissions', undefined);
    expect(await permissionState('geolocation')).to.equal(undefined);

    stub(navigator, 'permissions', { query: () => new Promise(() => {}) });
    const { startTimer, fire } = fakeTimers();
    const asking = permissionState('geolocation', startTimer);
    fire();
    expect(await asking).to.equal(undefined);
  });
});
