/** What sets a family of models apart from the others. */
export interface Profile {
  readonly issuesIds: boolean;
  /**
   * What becomes of a response without its call's id: it is taken (`optional`), refused (`required`), or answered with
   * an empty STOP (`silent`). Where there are no ids (`none`), one that is sent is refused.
   */
  readonly ids: 'none' | 'optional' | 'required' | 'silent';
  /** True when the current turn is refused without its signatures. */
  readonly needsSignatures: boolean;
  /** True when the last content has to be the user's. */
  readonly endsWithUser: boolean;
  /** True when a response may carry media in `parts`. */
  readonly takesMedia: boolean;
  /** True when it is reached under the paths of Vertex, too. */
  readonly isVertex: boolean;
  /** Levels of thinking; none for a family with a budget. */
  readonly levels: readonly string[];
}

const levels = ['LOW', 'MEDIUM', 'HIGH', 'XHIGH'] as const;

const gemini3 = {
  issuesIds: true,
  ids: 'optional',
  needsSignatures: true,
  endsWithUser: false,
  takesMedia: true,
  isVertex: false,
  levels: ['MINIMAL', ...levels],
} as const satisfies Profile;

export const profiles = {
  'gemini-2.5': {
    issuesIds: false,
    ids: 'none',
    needsSignatures: false,
    endsWithUser: false,
    takesMedia: false,
    isVertex: false,
    levels: [],
  },
  'gemini-3': gemini3,
  'gemini-3.5': { ...gemini3, ids: 'required' },
  'gemini-3.6': { ...gemini3, ids: 'required', endsWithUser: true },
  'vertex-3': { ...gemini3, ids: 'silent', isVertex: true },
  'gemini-4': { ...gemini3, ids: 'required', endsWithUser: true, levels },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;
