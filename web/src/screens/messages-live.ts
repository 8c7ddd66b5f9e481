import { messagingLive } from '../features/messaging/messaging.live.ts'
import { radioLive } from '../features/radio/radio.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the events before the first query of threads and radio chats, so that none is missed.
for (const live of [messagingLive, radioLive]) addLive(live)
