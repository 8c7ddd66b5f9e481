import type { CommandHandlers } from '#/realtime/commands.ts'
import { announceNextCheck } from '#/realtime/disconnect-silent-sockets.ts'

export const connectionCommandHandlers: Pick<CommandHandlers, 'connection:check'> = {
  'connection:check': async (socket, { withinMs }) => announceNextCheck(socket.conn, withinMs),
}
