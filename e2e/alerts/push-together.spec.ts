import { expect } from '@playwright/test'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { onlyLong } from '../fixtures/long.ts'
import { test } from '../fixtures/scenes/push.ts'

test(
  'notifications that arrive together can all be closed, although the worker lists them while others appear',
  onlyLong(),
  async ({ signedIn, pushTo }) => {
    const ben = await signedIn('Ben', { hasServiceWorker: true, hasNotifications: true })
    await ben.page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const phone = await pushTo(ben)
    await ben.page.close()
    const ids = Array.from({ length: 40 }, (_, index) => `thread-${index}`)
    for (const id of ids) {
      const payload = {
        kind: 'messages',
        id,
        tag: `messages:${id}`,
        count: 1,
        title: 'Aiko',
        body: 'hello',
      } satisfies PushPayload
      await phone.deliverText(JSON.stringify(payload))
    }
    await expect
      .poll(async () => (await phone.shown()).map(({ tag }) => tag).toSorted())
      .toEqual(ids.map((id) => `messages:${id}`).toSorted())
  },
)
