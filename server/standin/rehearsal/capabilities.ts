import type { DeclaredTool } from '../checks/tools.ts';
import { pageToolsOf } from './page-tools.ts';
import { enumerate } from './values.ts';

const abilities: readonly [tool: string, words: string][] = [
  ['geolocation_get', 'find out where you are'],
  ['memory_put', 'remember things'],
  ['memory_get', 'recall them'],
  ['memory_list', 'list what I remember'],
  ['memory_delete', 'forget it again'],
  ['clipboard_write', 'copy a text'],
  ['clipboard_read', 'read your clipboard'],
  ['device_context', 'tell the time and the size of your screen'],
  ['device_status', 'tell your battery and network'],
  ['speak', 'read aloud'],
];

const examples: readonly [tools: readonly string[], words: string][] = [
  [['geolocation_get', 'memory_put', 'clipboard_write'], 'Where am I? Remember it and copy it.'],
  [['memory_put'], 'Remember that my favourite colour is blue.'],
  [['device_context'], 'What time is it?'],
  [['speak'], 'Say hello.'],
];

/** What can be asked for, out of the tools on offer and of nothing else. */
export function capabilities(tools: readonly DeclaredTool[]): string {
  const names = new Set(tools.map((tool) => tool.name));
  const can = abilities.filter(([tool]) => names.has(tool)).map(([, words]) => words);
  const own = pageToolsOf(tools).map((tool) => tool.name);
  const example = examples.find(([needed]) => needed.every((tool) => names.has(tool)))?.[1];
  const sentences = [
    'I am a rehearsal, not an AI.',
    can.length === 0 && own.length === 0 ? 'No tool is on offer at the moment, so I can only chat.' : '',
    can.length === 0 ? '' : `I can ${enumerate(can)}.`,
    own.length === 0 ? '' : `This page offers ${enumerate(own)}.`,
    example === undefined ? '' : `Try: “${example}”`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
