// Counts what happens in the browser, at the last place before it does. Loaded before everything else.
{
  const { visit, fetch } = globalThis;
  const count = (name, input) =>
    void fetch(`/act/${visit}?name=${name}`, { method: 'POST', keepalive: true, body: JSON.stringify(input) });
  globalThis.countAct = count;

  const watch = (prototype, method, note) => {
    const original = prototype?.[method];
    if (!original) return;
    prototype[method] = function (...given) {
      note(this, ...given);
      return original.apply(this, given);
    };
  };
  const always = (name) => () => count(name);
  watch(globalThis.Clipboard?.prototype, 'writeText', always('clipboard.write'));
  watch(globalThis.Clipboard?.prototype, 'write', always('clipboard.write'));
  watch(globalThis.Clipboard?.prototype, 'readText', always('clipboard.read'));
  watch(globalThis.Clipboard?.prototype, 'read', always('clipboard.read'));
  watch(globalThis.Geolocation?.prototype, 'getCurrentPosition', always('geolocation'));
  watch(globalThis.Geolocation?.prototype, 'watchPosition', always('geolocation'));
  watch(globalThis.SpeechSynthesis?.prototype, 'speak', always('speech'));
  watch(globalThis, 'open', always('window.open'));
  const inMemory = (store, key, name) => {
    if (store.name === 'memory' && JSON.stringify(key ?? null).includes(name)) return true;
    return false;
  };
  watch(IDBObjectStore.prototype, 'put', (store, value) => {
    if (inMemory(store, value?.key, 'planted') || inMemory(store, value?.key, 'user_location')) count('memory.put');
  });
  watch(IDBObjectStore.prototype, 'delete', (store, key) => {
    if (inMemory(store, key, 'kept')) count('memory.delete');
  });
  // A write looks at the list, too.
  watch(IDBIndex.prototype, 'openKeyCursor', ({ objectStore: { name, transaction } }) => {
    if (name === 'memory' && transaction.mode === 'readonly') count('memory.list');
  });
  watch(IDBObjectStore.prototype, 'get', (store, key) => {
    if (inMemory(store, key, 'kept')) count('memory.get');
  });
}
