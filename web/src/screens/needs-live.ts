import { needsLive } from '../features/needs/needs.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the events before the first query of the needs board, so that none is missed.
addLive(needsLive)
