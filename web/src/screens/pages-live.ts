import { pagesLive } from '../features/pages/pages.live.ts'
import { addLive } from '../platform/live.ts'

// Before anything of pages is asked for: from here on what is announced is not missed.
addLive(pagesLive)
