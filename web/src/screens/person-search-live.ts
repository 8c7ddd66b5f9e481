import { personSearchesLive } from '../features/person-searches/person-searches.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the event before the first query of the questions, so that none is missed.
addLive(personSearchesLive)
