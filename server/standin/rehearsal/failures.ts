import { isObject } from '../../../shared/json.ts';
import type { Intent } from './intent.ts';

const goals: Readonly<Record<string, string>> = {
  geolocation_get: 'look up where you are',
  memory_put: 'remember it',
  memory_get: 'recall it',
  memory_list: 'list what I remember',
  memory_delete: 'forget it',
  clipboard_read: 'read your clipboard',
  clipboard_write: 'copy it',
  device_context: 'look at your device',
  device_status: 'look at your battery and network',
  speak: 'read it aloud',
};

/** What a tool is for, after "to" or "did not". */
export function goalOf(tool: string): string {
  return Object.hasOwn(goals, tool) ? (goals[tool] ?? '') : `use ${tool}`;
}

/** Why a call did not do what it was for. A failure is told plainly and never as a success. */
export function failureSentence(tool: string, error: unknown): string {
  const { code, message } = isObject(error) ? { code: error['code'], message: error['message'] } : {};
  const goal = goalOf(tool);
  switch (code) {
    case 'user_declined':
      return `You said no, so I did not ${goal}.`;
    case 'permission_denied':
    case 'policy_blocked':
    case 'policy_denied':
      return `I am not allowed to ${goal}.`;
    case 'unsupported':
    case 'insecure_context':
      return `This browser can't let me ${goal}.`;
    case 'timeout':
      return `It took too long to ${goal}, so I stopped.`;
    case 'cancelled':
    case 'aborted':
      return `It was stopped before I could ${goal}.`;
    case 'disconnected':
      return `The connection broke before I could ${goal}.`;
    case 'unknown_outcome':
      return `I don't know whether I managed to ${goal}. Please check before you ask again.`;
    default:
      return typeof message === 'string' && message !== '' ? `I could not ${goal}: ${message}` : `I could not ${goal}.`;
  }
}

export function missingSentence(intent: Intent, tool: string): string {
  const goal = intent.kind === 'forgetAll' ? 'forget everything' : goalOf(tool);
  return `I can not ${goal}: that takes the tool ${tool}, and it is not on offer here.`;
}
