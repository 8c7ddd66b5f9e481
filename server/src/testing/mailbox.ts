import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Milliseconds that a test waits for a letter that must come. */
const PATIENCE = 10_000

export interface Mailbox extends AsyncDisposable {
  readonly url: string
  readonly letters: readonly Email[]
  /** The next letter that was not read yet; waits for it. */
  next(): Promise<Email>
}

/** A real SMTP server that keeps what it takes. */
export async function mailbox(): Promise<Mailbox> {
  const letters: Email[] = []
  const waiting = new Set<() => void>()
  let read = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, done) {
      buffer(stream)
        .then(async (bytes) => {
          letters.push(await PostalMime.parse(bytes))
          for (const look of waiting) look()
          done()
        })
        .catch(done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // listening on TCP
  const take = (): Email | undefined => {
    const letter = letters[read]
    if (letter) read += 1
    return letter
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    next: async () =>
      take() ??
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('no letter came')), PATIENCE)
        const look = () => {
          const letter = take()
          if (!letter) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(letter)
        }
        waiting.add(look)
      }),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
