/** How a family of models treats ids and signatures. */
export interface Profile {
  readonly issuesIds: boolean;
  /** True when a response without its call's id is refused. */
  readonly needsIds: boolean;
  /** True when the current turn is refused without its signatures. */
  readonly needsSignatures: boolean;
}

export const profiles = {
  'gemini-2.5': { issuesIds: false, needsIds: false, needsSignatures: false },
  'gemini-3': { issuesIds: true, needsIds: false, needsSignatures: true },
  'gemini-4': { issuesIds: true, needsIds: true, needsSignatures: true },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;
