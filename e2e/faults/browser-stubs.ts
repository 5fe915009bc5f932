/** The widget asks at load whether it is in a frame. */
Object.assign(globalThis, { self: globalThis, top: globalThis });
