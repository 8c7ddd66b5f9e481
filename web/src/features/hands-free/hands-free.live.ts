import { handsFreeEvents } from '@noroshi/contract/hands-free/hands-free.events'
import { defineLive } from '../../platform/connection/live.ts'

/** The recorder receives the events itself. */
export const handsFreeLive = defineLive(handsFreeEvents, { 'hfo:message': () => undefined })
