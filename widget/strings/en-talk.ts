/** What can be done with an answer, a call, a long conversation and a text that is being written. */
export const enTalk = {
  /** The same question once more, as a new one. */
  again: 'Ask again',
  edit: 'Edit question',
  down: 'Scroll down',
  fresh: (count: number) => `${count.toLocaleString('en')} new`,
  cancel: (what: string) => `Cancel: ${what}`,
  elapsed: (seconds: number) => `${seconds.toLocaleString('en')} s`,
  steps: (count: number) => (count === 1 ? '1 step' : `${count.toLocaleString('en')} steps`),
  stepsDone: (count: number) => `${count.toLocaleString('en')} done`,
  charsLeft: (count: number) => (count === 1 ? '1 character left' : `${count.toLocaleString('en')} characters left`),
};
