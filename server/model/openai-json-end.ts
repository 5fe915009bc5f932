/** Watches JSON that comes in pieces for its end. Looks at each letter once, however long the text grows. */
export class JsonEnd {
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  /** Whether an object, a list or a text has come to its end. */
  isReached = false;

  push(piece: string): void {
    for (const letter of piece) {
      if (this.#inText) this.#readText(letter);
      else this.#read(letter);
    }
  }

  #read(letter: string): void {
    if (letter === '"') this.#inText = true;
    else if (letter === '{' || letter === '[') this.#depth += 1;
    else if (letter === '}' || letter === ']') this.#leave(this.#depth - 1);
  }

  #readText(letter: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (letter === '\\') this.#isEscaped = true;
    else if (letter === '"') {
      this.#inText = false;
      this.#leave(this.#depth);
    }
  }

  #leave(depth: number): void {
    this.#depth = depth;
    this.isReached ||= depth <= 0;
  }
}
