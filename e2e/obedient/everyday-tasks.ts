import type { ScenarioStep } from '../../testing/index.ts';

export interface EverydayTask {
  /** As the guide names it. */
  readonly name: string;
  /** What the person says, one after the other, and what the model does about each, round by round. */
  readonly turns: readonly { readonly says: string; readonly rounds: readonly ScenarioStep[] }[];
  /** Questions that the person answers, all with yes. */
  readonly prompts: number;
  /** How the calls end, in order. Reading aloud needs a voice, which not every machine has. */
  readonly ends: readonly ('done' | 'any')[];
}

const call = (name: string, args: Readonly<Record<string, unknown>> = {}) => ({ name, args });
const done = { text: 'Done.' } as const;

const rye = call('memory_put', { key: 'favourite_bread', value: 'rye' });
const place = call('memory_put', { key: 'place', value: '52.52, 13.405' });
const copyPlace = call('clipboard_write', { text: '52.52, 13.405' });

/** On the demo's page. Each begins with a conversation of its own. */
export const everydayTasks: readonly EverydayTask[] = [
  {
    name: 'Ask when the shop is open',
    turns: [
      {
        says: 'When are you open on Saturday?',
        rounds: [{ calls: [call('opening_hours', { day: 'Saturday' })] }, done],
      },
    ],
    prompts: 0,
    ends: ['done'],
  },
  {
    name: 'Put something into the basket',
    turns: [
      {
        says: 'Two baguettes, please.',
        rounds: [{ calls: [call('basket_add', { product: 'Baguette', quantity: 2 })] }, done],
      },
    ],
    prompts: 1,
    ends: ['done'],
  },
  {
    name: 'Have something remembered and recalled',
    turns: [
      { says: 'Remember that I like rye.', rounds: [{ calls: [rye] }, done] },
      { says: 'What do I like?', rounds: [{ calls: [call('memory_get', { key: 'favourite_bread' })] }, done] },
    ],
    prompts: 0,
    ends: ['done', 'done'],
  },
  {
    name: 'Ask what is remembered',
    turns: [{ says: 'What do you know about me?', rounds: [{ calls: [call('memory_list')] }, done] }],
    prompts: 0,
    ends: ['done'],
  },
  {
    name: 'Find out where one is',
    turns: [{ says: 'Where am I?', rounds: [{ calls: [call('geolocation_get')] }, done] }],
    prompts: 1,
    ends: ['done'],
  },
  {
    name: 'Find the place, remember it and copy it',
    turns: [
      {
        says: 'Where am I? Remember it and copy it.',
        rounds: [{ calls: [call('geolocation_get')] }, { calls: [place, copyPlace] }, done],
      },
    ],
    prompts: 2,
    ends: ['done', 'done', 'done'],
  },
  {
    name: 'Have an address copied',
    turns: [
      {
        says: 'Copy your address.',
        rounds: [{ calls: [call('clipboard_write', { text: 'Hollin Street 12' })] }, done],
      },
    ],
    prompts: 1,
    ends: ['done'],
  },
  {
    name: 'Have something read aloud',
    turns: [{ says: 'Read it to me.', rounds: [{ calls: [call('speak', { text: 'Open until two.' })] }, done] }],
    prompts: 0,
    ends: ['any'],
  },
  {
    name: 'Ask about what was copied, and order it',
    turns: [
      {
        says: 'I copied what I want. Put it into my basket.',
        rounds: [
          { calls: [call('clipboard_read')] },
          { calls: [call('basket_add', { product: 'Plum cake', quantity: 1 })] },
          done,
        ],
      },
    ],
    prompts: 2,
    ends: ['done', 'done'],
  },
  {
    name: 'Have something forgotten',
    turns: [
      { says: 'Remember that I like rye.', rounds: [{ calls: [rye] }, done] },
      { says: 'Forget that.', rounds: [{ calls: [call('memory_delete', { key: 'favourite_bread' })] }, done] },
    ],
    prompts: 1,
    ends: ['done', 'done'],
  },
];
