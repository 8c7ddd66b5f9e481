import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/**
 * Resolves when a process has written `word`.
 * @param hint what the error of an early end says besides the exit code
 */
export function whenWritten(child: ChildProcess & { readonly stdout: Readable }, word: string, hint: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${hint}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes(word)) resolve()
    })
  })
}

/** Kills a process at once, also in the middle of a request. */
export async function killNow(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
