import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder whose path matches, in order. A folder that is not there has none. */
export function findFiles(folder, pattern) {
  return entriesOf(folder)
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : findFiles(path, pattern);
      return pattern.test(path) ? [path] : [];
    })
    .toSorted();
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
