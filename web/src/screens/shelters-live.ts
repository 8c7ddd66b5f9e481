import { receptionLive } from '../features/reception/reception.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the event before the first query of the own shelters, so that none is missed.
addLive(receptionLive)
