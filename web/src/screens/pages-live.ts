import { pagesLive } from '../features/pages/pages.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the events before the first query of pages, so that none is missed.
addLive(pagesLive)
