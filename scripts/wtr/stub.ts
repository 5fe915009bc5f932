const restorers: (() => void)[] = [];

/** Puts something else into a property until `restoreAll`. */
export function stub(target: object, name: PropertyKey, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  restorers.push(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
}

export function restoreAll(): void {
  for (const restore of restorers.splice(0).toReversed()) restore();
}
