import { noticesLive } from '../features/notices/notices.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the event before the first query of official notices, so that none is missed.
addLive(noticesLive)
