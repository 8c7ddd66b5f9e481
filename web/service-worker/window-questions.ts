/**
 * A question of the service worker to a window, which replies on the port of the message (src/app/worker-questions.ts).
 */
export type WindowQuestion =
  /** Asks whether the window shows this subject to the user. The reply is true or false. */
  | { readonly type: 'shows'; readonly kind: 'alert' | 'call' | 'messages'; readonly path: string }
  /** Asks the window to open a page. The reply is true. */
  | { readonly type: 'open'; readonly path: string }

/**
 * Timeout of a reply in milliseconds. A window of an older version, or one that the system has frozen, never replies.
 */
const REPLY_MS = 1_000

interface AskedWindow {
  postMessage(message: unknown, transfer: Transferable[]): void
}

/** Asks a window. @returns its reply; false after the timeout */
export const ask = (client: AskedWindow, question: WindowQuestion): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(false), REPLY_MS)
    client.postMessage(question, [port2])
  })
