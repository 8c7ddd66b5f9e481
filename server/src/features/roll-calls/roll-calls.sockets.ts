import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import type { Socket } from '#/realtime/io.ts'
import { joinWhileAllowed } from '#/realtime/join-while-allowed.ts'
import type { RollCallWrites } from './roll-call-writes.service.ts'
import { rollCallRoom } from './roll-calls.rooms.ts'
import { openAsKeeper } from './roll-calls.service.ts'

type RollCallCommands = 'roll-call:join' | 'roll-call:leave' | 'roll-call:delivered'

export const rollCallCommandHandlers = (deps: Deps, writes: RollCallWrites): Pick<CommandHandlers, RollCallCommands> => ({
  'roll-call:join': async (socket, { rollCallId }) => {
    await joinWhileAllowed(socket, async () => {
      await openAsKeeper(deps.db, viewerOf(socket), rollCallId)
      return [rollCallRoom(rollCallId)]
    })
  },
  'roll-call:leave': async (socket, { rollCallId }) => {
    await socket.leave(rollCallRoom(rollCallId))
  },
  'roll-call:delivered': async (socket, { rollCallIds }) => {
    await writes.mark(viewerOf(socket).id, [...new Set(rollCallIds)], false)
  },
})

function viewerOf(socket: Socket) {
  if (socket.data.viewer === null) throw new AppError('unauthorized')
  return socket.data.viewer
}
