/** Something a browser lets a page do only under conditions. */
export interface Capability {
  /** Completes "The browser does not let this page …". */
  readonly deed: string;
  /** Name of the permissions policy. */
  readonly policy: string;
  /** Name to ask the Permissions API for, where its answer means something. */
  readonly permission?: string;
  readonly gesture: boolean;
  /** Some browsers ask each time and remember no answer. */
  readonly asksEachTime?: boolean;
}

/** How things stood when the browser was asked; both may be gone when it answers. */
export interface Moment {
  readonly isActive: boolean;
  readonly isFocused: boolean;
}

export function presentMoment(): Moment {
  // A browser that does not tell is taken to be willing.
  const activation: UserActivation | undefined = navigator.userActivation;
  return { isActive: activation?.isActive ?? true, isFocused: document.hasFocus() };
}
