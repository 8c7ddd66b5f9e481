import { createInterface } from 'node:readline/promises'
import { CommandError } from '#/command-error.ts'

/**
 * Prints lines and waits until the operator types a word.
 * @throws CommandError when another text or the end of the input comes
 */
export async function confirmByWord(lines: readonly string[], word: string, signal: AbortSignal): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    const question = `${lines.join('\n')}\nType ${word} to go on: `
    const answer = await Promise.race([terminal.question(question, { signal }), ended])
    if (answer.trim() !== word) throw new CommandError('Nothing was changed.')
  } finally {
    terminal.close()
  }
}
