/** Every English word of an element that opens and closes. */
export const enShape = {
  /** On the button that closes the panel; the conversation goes on. */
  close: 'Close',
  /** On the handle of a sheet, which is pressed or not. */
  tall: 'Full height',
  /** Of a closed element. */
  waiting: (count: number) => (count === 1 ? '1 question waits' : `${count} questions wait`),
  unread: (count: number) => (count === 1 ? '1 new answer' : `${count} new answers`),
};
