import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import type { Socket } from '#/realtime/io.ts'
import { joinWhileAllowed } from '#/realtime/join-while-allowed.ts'
import { alertRoom } from './alerts.rooms.ts'
import { loadAlert } from './alerts.service.ts'
import type { Ledger } from './reach/ledger.service.ts'

type AlertCommands = 'alert:join_alert_page' | 'alert:leave_alert_page' | 'alert:delivered'

export const alertCommandHandlers = (deps: Deps, ledger: Ledger): Pick<CommandHandlers, AlertCommands> => ({
  'alert:join_alert_page': async (socket, { alertId }) => {
    await joinWhileAllowed(socket, async () => {
      const { row, facts } = await loadAlert(deps, callerOf(socket, alertId), alertId)
      // The audience and the raiser get the events in their groups' topics and their own topic, which follow their membership. An
      // administrator may leave the audience of a muted alert by its release.
      const hasEvents = (facts.inAudience && !row.is_muted) || facts.isRaiser || facts.holdsToken
      return hasEvents ? [] : [alertRoom(alertId)]
    })
  },
  'alert:leave_alert_page': async (socket, { alertId }) => {
    // A holder of the token stays in the room and gets the events on every page.
    if (!socket.data.tokenAlertIds.includes(alertId)) await socket.leave(alertRoom(alertId))
  },
  'alert:delivered': async (socket, { alertIds }) => {
    if (socket.data.viewer === null) throw new AppError('unauthorized')
    await ledger.recordDelivery(socket.data.viewer.id, alertIds)
  },
})

const callerOf = (socket: Socket, alertId: string) => ({
  viewer: socket.data.viewer,
  tokenAlertId: socket.data.tokenAlertIds.includes(alertId) ? alertId : null,
})
