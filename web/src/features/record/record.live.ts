import { recordEvents } from '@noroshi/contract/record/record.events'
import { defineLive } from '../../platform/connection/live.ts'

export const recordLive = defineLive(recordEvents, {
  'record:heads': (cache) => void cache.invalidateQueries({ queryKey: ['admin', 'recordHeads'] }),
})
