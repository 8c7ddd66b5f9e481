/** What the service worker asks a window, which replies on the port of the message (src/app/worker-questions.ts). */
export type WindowQuestion =
  /** Does the window show this to the user? It replies whether. */
  | { readonly type: 'shows'; readonly kind: 'alert' | 'call' | 'messages'; readonly path: string }
  /** Open this page. It replies true. */
  | { readonly type: 'open'; readonly path: string }

/** Milliseconds for a reply. A window of an older version, or one that the system has frozen, gives none. */
const REPLY_MS = 1_000

interface AskedWindow {
  postMessage(message: unknown, transfer: Transferable[]): void
}

/** Asks a window. @returns its reply; false without one */
export const ask = (client: AskedWindow, question: WindowQuestion): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(false), REPLY_MS)
    client.postMessage(question, [port2])
  })
