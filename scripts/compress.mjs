// Puts a .br and a .gz copy beside every text file that the server sends: `node scripts/compress.mjs [folder…]`.
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { findFiles } from './find-files.mjs';

const text = /\.(?:html|js|css|json|webmanifest|svg|txt)$/;

const copies = [
  ['.br', (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })],
  ['.gz', (body) => promisify(gzip)(body, { level: 9 })],
];

/** Compresses as hard as possible. Answers how many files and bytes went in, and the bytes of the .br copies. */
export async function compressFolders(folders) {
  const files = folders.flatMap((folder) => findFiles(folder, text));
  const sizes = await Promise.all(files.map(compressFile));
  return {
    files: files.length,
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    brotliBytes: sizes.reduce((sum, { brotliBytes }) => sum + brotliBytes, 0),
  };
}

async function compressFile(path) {
  const body = await readFile(path);
  const [brotli] = await Promise.all(
    copies.map(async ([suffix, compress]) => {
      const copy = await compress(body);
      await writeFile(path + suffix, copy);
      return copy;
    }),
  );
  return { bytes: body.length, brotliBytes: brotli.length };
}

if (process.argv[1] === import.meta.filename) {
  const folders = process.argv.slice(2);
  const { files, bytes, brotliBytes } = await compressFolders(folders.length > 0 ? folders : ['dist/cdn', 'demo']);
  console.log(`compressed ${files} files: ${bytes} bytes, ${brotliBytes} as brotli`);
}
