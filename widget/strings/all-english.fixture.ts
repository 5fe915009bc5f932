import { enApprovals } from './en-approvals.ts';
import { enPermissions } from './en-permissions.ts';
import { enShape } from './en-shape.ts';
import { enTalk } from './en-talk.ts';
import { en } from './en.ts';
import type { Words } from './words.ts';

/** English as it is once everything is loaded. */
export const allEnglish: Words = {
  ...en,
  approvals: enApprovals,
  permissions: enPermissions,
  talk: enTalk,
  shape: enShape,
};
