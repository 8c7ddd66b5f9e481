import { ask, type WindowQuestion } from './window-questions.ts'

declare const self: ServiceWorkerGlobalScope

const allWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

export const visibleWindows = async (): Promise<readonly WindowClient[]> =>
  (await allWindows()).filter(({ visibilityState }) => visibilityState === 'visible')

/** Returns whether at least one of these windows replies with true. */
export const isAnswered = async (windows: readonly WindowClient[], question: WindowQuestion): Promise<boolean> =>
  (await Promise.all(windows.map((client) => ask(client, question)))).includes(true)

/**
 * Opens a page in an existing window, or in a new one. An existing window decides whether it may leave its page, so
 * that no unsent content is lost. Call it after a click on a notification.
 */
export async function openPage(path: string): Promise<void> {
  const known = [...(await allWindows())].sort((a, b) => rank(b) - rank(a)) // older browsers lack toSorted
  for (const client of known) {
    // The browser refuses the focus if the click was too long ago.
    const focused = await client.focus().catch(() => client)
    if (await ask(focused, { type: 'open', path })) return
  }
  await self.clients.openWindow(path)
}

const rank = ({ focused, visibilityState }: WindowClient) => (focused ? 2 : visibilityState === 'visible' ? 1 : 0)
