import { enPermissions } from './en-permissions.ts';

/** The table in use of the permissions sheet. Views name this one, never a language. */
export const permissionWords = enPermissions;
