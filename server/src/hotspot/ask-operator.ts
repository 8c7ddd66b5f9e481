import { createInterface } from 'node:readline/promises'
import { CommandError } from '#/command-error.ts'

/** Asks the operator, where a terminal is. Without one, the default is the answer. */
export class Operator {
  readonly #signal: AbortSignal

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /**
   * @param given the option of the command line
   * @param fallback the answer of an empty line; null: there is none
   * @throws CommandError without an answer
   */
  async ask(given: string | undefined, question: string, fallback: string | null): Promise<string> {
    if (given !== undefined) return given
    const answer = process.stdin.isTTY ? await this.#read(`${question}${fallback === null ? '' : ` [${fallback}]`}: `) : ''
    if (answer !== '') return answer
    if (fallback === null) throw new CommandError(`${question}: no answer. Nothing was changed.`)
    return fallback
  }

  async #read(question: string): Promise<string> {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    try {
      return (await Promise.race([terminal.question(question, { signal: this.#signal }), ended])).trim()
    } finally {
      terminal.close()
    }
  }
}
