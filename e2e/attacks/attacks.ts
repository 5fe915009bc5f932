import type { Attack } from './attack.ts';
import { crowd } from './crowd.ts';
import { elementLeaks } from './element-leaks.ts';
import { endurance } from './endurance.ts';
import { flood } from './flood.ts';
import { fragments } from './fragments.ts';
import { framing } from './framing.ts';
import { fuzzDecode } from './fuzz-decode.ts';
import { fuzz } from './fuzz.ts';
import { giantFrames } from './giant-frames.ts';
import { hostileKeys } from './hostile-keys.ts';
import { jsonBombs } from './json-bombs.ts';
import { origins } from './origins.ts';
import { pumpedTexts } from './pumps.ts';
import { slowReaders } from './slow-readers.ts';
import { stalled } from './stalled.ts';
import { storm } from './storm.ts';

/** From the cheapest to the longest. */
export const attacks: readonly Attack[] = [
  origins,
  storm,
  pumpedTexts,
  framing,
  hostileKeys,
  jsonBombs,
  giantFrames,
  fragments,
  stalled,
  slowReaders,
  flood,
  crowd,
  elementLeaks,
  endurance,
  fuzzDecode,
  fuzz,
];
