/** A WebSocket frame as no library would make it. */
export interface FrameParts {
  readonly opcode: number;
  readonly payload?: Uint8Array | string;
  /** True unless given. */
  readonly fin?: boolean;
  /** The three reserved bits, as 0 to 7. */
  readonly rsv?: number;
  /** True unless given: what a client has to do. */
  readonly masked?: boolean;
  /** What the header says instead of the payload's true length. */
  readonly declared?: number | bigint;
  /** The form of the length: 7, 16 or 64 bits. The shortest unless given. */
  readonly lengthBits?: 7 | 16 | 64;
}

export const opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const mask = Buffer.from([0x11, 0x22, 0x33, 0x44]);

export function frameOf(parts: FrameParts): Buffer {
  const payload = Buffer.from(parts.payload ?? '');
  const { fin = true, rsv = 0, masked = true, declared = payload.length } = parts;
  const first = (fin ? 0x80 : 0) | (rsv << 4) | parts.opcode;
  const header = [Buffer.from([first]), lengthOf(declared, masked, parts.lengthBits)];
  if (!masked) return Buffer.concat([...header, payload]);
  for (let at = 0; at < payload.length; at += 1) payload[at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0);
  return Buffer.concat([...header, mask, payload]);
}

export function textFrame(text: string): Buffer {
  return frameOf({ opcode: opcode.text, payload: text });
}

function lengthOf(declared: number | bigint, masked: boolean, bits: FrameParts['lengthBits']): Buffer {
  const flag = masked ? 0x80 : 0;
  const form = bits ?? (declared < 126 ? 7 : declared < 65_536 ? 16 : 64);
  if (form === 7) return Buffer.from([flag | Number(declared)]);
  const length = Buffer.alloc(form === 16 ? 3 : 9);
  length[0] = flag | (form === 16 ? 126 : 127);
  if (form === 16) length.writeUInt16BE(Number(declared), 1);
  else length.writeBigUInt64BE(BigInt(declared), 1);
  return length;
}

export interface ServerFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Takes whole frames off the front of what a server sent; servers neither mask nor fragment here. */
export function readFrames(bytes: Buffer): { readonly frames: readonly ServerFrame[]; readonly rest: Buffer } {
  const frames: ServerFrame[] = [];
  let at = 0;
  for (;;) {
    const head = readHead(bytes, at);
    if (!head || bytes.length < head.end) return { frames, rest: bytes.subarray(at) };
    frames.push({ opcode: (bytes[at] ?? 0) & 0x0f, payload: bytes.subarray(head.start, head.end) });
    at = head.end;
  }
}

function readHead(bytes: Buffer, at: number): { readonly start: number; readonly end: number } | undefined {
  if (bytes.length < at + 2) return undefined;
  const short = (bytes[at + 1] ?? 0) & 0x7f;
  const start = at + (short === 126 ? 4 : short === 127 ? 10 : 2);
  if (bytes.length < start) return undefined;
  if (short < 126) return { start, end: start + short };
  const length = short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
  return { start, end: start + length };
}
