import { z } from 'zod'
import { defineCommand, defineEvents, Uuid, Version } from '../define.ts'
import { RollCall, RollCallCounts, RollCallDependant, RollCallViewer } from './roll-calls.ts'

/** Roll-calls of one event or command. */
const IDS_MAX = 100
const Ids = z.array(Uuid).min(1).max(IDS_MAX)
const OneParams = z.object({ rollCallId: Uuid })
const ofRollCall = ({ rollCallId }: z.output<typeof OneParams>) => rollCallId

export const rollCallEvents = defineEvents({
  /** Emitted to the asked people, who see the question at once. */
  'roll-call:asked': RollCall,
  /** Emitted to the asker and administrators when people were asked. */
  'roll-call:opened': RollCall,
  /** Emitted to all of them when it ended. */
  'roll-call:ended': RollCall,
  /** Emitted to the asked person when they opened the question, or an answer of theirs was stored or withdrawn. */
  'roll-call:answered': z.object({
    rollCallId: Uuid,
    viewer: RollCallViewer.omit({ isKeeper: true, dependants: true }),
    /** An answer was withdrawn, as the reception that gave it was undone. */
    isWithdrawn: z.literal(true).optional(),
  }),
  /** Emitted to the guardian of a dependant who is asked, after the question, and of whom there is an answer. */
  'roll-call:dependant': z.object({ rollCallId: Uuid, dependant: RollCallDependant }),
  /** Emitted 5, 15 and 60 minutes after the question to asked people without an answer: it is shown again. */
  'roll-call:repeat': z.object({ rollCallIds: Ids }),
  /** Emitted to open pages with the tally, at most once a second. `version`: the `countsVersion` of the roll-call. */
  'roll-call:tally': z.object({ rollCallId: Uuid, version: Version, counts: RollCallCounts }),
})

export const rollCallCommands = {
  'roll-call:join': defineCommand({ payload: OneParams, topic: ofRollCall, errors: ['rollCall.notFound'] }),
  'roll-call:leave': defineCommand({ payload: OneParams, topic: ofRollCall }),
  /** The device has these questions. The server acknowledges after the commit. */
  'roll-call:delivered': defineCommand({ payload: z.object({ rollCallIds: Ids }), topic: 'unordered', allowsRestricted: true }),
}
