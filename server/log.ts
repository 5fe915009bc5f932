import { pino } from 'pino';
import { errorFields } from './log/error-fields.ts';

/**
 * Structured lines: ids, names, codes, sizes and times, never what a person, a page or a model said.
 * An error goes under `err`; see `withoutContent`.
 */
export interface Log {
  /** Whether frames are logged, one line each: a line costs more than a frame. */
  readonly logsFrames: boolean;
  debug(fields: LogFields, event: string): void;
  info(fields: LogFields, event: string): void;
  warn(fields: LogFields, event: string): void;
  error(fields: LogFields, event: string): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One JSON object a line, on standard error: standard output is for people. */
export function createLog(level: LogLevel): Log {
  const options = { name: 'headless-agent', level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const lines = pino(options, pino.destination(2));
  return withoutContent({
    logsFrames: level === 'debug',
    debug: (fields, event) => lines.debug(fields, event),
    info: (fields, event) => lines.info(fields, event),
    warn: (fields, event) => lines.warn(fields, event),
    error: (fields, event) => lines.error(fields, event),
  });
}

/** The same log, told of errors only what can't be somebody's words. */
export function withoutContent(log: Log): Log {
  return {
    logsFrames: log.logsFrames,
    debug: (fields, event) => log.debug(bare(fields), event),
    info: (fields, event) => log.info(bare(fields), event),
    warn: (fields, event) => log.warn(bare(fields), event),
    error: (fields, event) => log.error(bare(fields), event),
  };
}

function bare(fields: LogFields): LogFields {
  return 'err' in fields ? { ...fields, err: errorFields(fields['err']) } : fields;
}

export const silentLog: Log = { logsFrames: false, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
