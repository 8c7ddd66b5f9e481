import { z } from 'zod'

/** An unsent message as the outbox stores it. The service worker imports only the type, so nothing of a page is here. */
export const UnsentMessage = z.object({
  threadId: z.string(),
  /** Id of the alert whose chat it is. */
  alertId: z.string().nullable(),
  /** Time by this device's clock, as ISO 8601. */
  at: z.string(),
  text: z.string(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** Whether the author listens to the thread by read-aloud. */
  isReadAloud: z.boolean().default(false),
})
export type UnsentMessage = z.infer<typeof UnsentMessage>
