/**
 * Resolves in the next task of the event loop, so that pending input and paints are handled before. Unlike a timer, it
 * is not delayed in a hidden tab.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
