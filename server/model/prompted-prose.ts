/** Which characters of an answer are words, and which are code or a quotation: a call that stands in those is none. */
export class Prose {
  /** Only spaces so far on this line. */
  #isLineBlank = true;
  #isQuoted = false;
  /** The open code fence, and whether its first line is still going on. */
  #fence: { readonly mark: string; readonly length: number; isFirstLine: boolean } | undefined;
  /** Ticks that opened inline code; 0 when none is open. It ends with its line, so that a stray tick does little. */
  #inline = 0;
  /** The run of ticks or tildes that is being read. */
  #run = { mark: '', length: 0, isAtStart: false };

  get isLineStart(): boolean {
    return this.#isLineBlank;
  }

  /** True where a tag would be shown, not meant. `next` is the character that comes now. */
  isVerbatim(next: string): boolean {
    this.#endRun(next);
    return this.#isQuoted || this.#fence !== undefined || this.#inline > 0;
  }

  push(char: string): void {
    this.#endRun(char);
    if (char === '\n') return this.#endLine();
    if (char === '`' || char === '~') {
      const isAtStart = this.#run.length === 0 ? this.#isLineBlank : this.#run.isAtStart;
      this.#run = { mark: char, length: this.#run.length + 1, isAtStart };
    }
    if (char === '>' && this.#isLineBlank && !this.#fence) this.#isQuoted = true;
    if (char !== ' ' && char !== '\t' && char !== '\r') this.#isLineBlank = false;
  }

  #endLine(): void {
    this.#isLineBlank = true;
    this.#isQuoted = false;
    this.#inline = 0;
    if (this.#fence) this.#fence.isFirstLine = false;
  }

  #endRun(next: string): void {
    const { mark, length, isAtStart } = this.#run;
    if (length === 0 || next === mark) return;
    this.#run = { mark: '', length: 0, isAtStart: false };
    if (this.#fence) this.#readFenced(mark, length, isAtStart && /\s/.test(next));
    else if (length >= 3 && isAtStart) this.#fence = { mark, length, isFirstLine: true };
    else if (mark === '`') this.#inline = this.#afterTicks(length);
  }

  #readFenced(mark: string, length: number, isAlone: boolean): void {
    if (this.#fence?.mark !== mark) return;
    const isClosing = isAlone && length >= this.#fence.length;
    // Ticks on the first line: it was inline code.
    if (isClosing || (this.#fence.isFirstLine && mark === '`')) this.#fence = undefined;
  }

  #afterTicks(length: number): number {
    if (this.#inline === 0) return length;
    return this.#inline === length ? 0 : this.#inline;
  }
}
