import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Milliseconds that a test waits for an expected email. */
const TIMEOUT = 10_000

export interface Mailbox extends AsyncDisposable {
  readonly url: string
  readonly emails: readonly Email[]
  /** Waits for the next unread email. */
  next(): Promise<Email>
}

/** Starts a real SMTP server that stores the received emails. */
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
          for (const check of waiting) check()
          done()
        })
        .catch(done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // listening on TCP
  const take = (): Email | undefined => {
    const email = letters[read]
    if (email) read += 1
    return email
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails: letters,
    next: async () =>
      take() ??
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('no email arrived')), TIMEOUT)
        const check = () => {
          const email = take()
          if (!email) return
          clearTimeout(timer)
          waiting.delete(check)
          resolve(email)
        }
        waiting.add(check)
      }),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
