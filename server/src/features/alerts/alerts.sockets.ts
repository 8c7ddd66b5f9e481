import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { type CommandHandlers, openAlertPage, type Socket } from '#/realtime/io.ts'
import { alertRoom } from '#/realtime/rooms.ts'
import { openAlert } from './alerts.service.ts'
import type { Ledger } from './ledger.service.ts'

type AlertCommands = 'alert:join_alert_page' | 'alert:leave_alert_page' | 'alert:delivered'

export const alertCommandHandlers = (deps: Deps, ledger: Ledger): Pick<CommandHandlers, AlertCommands> => ({
  'alert:join_alert_page': async (socket, { alertId }) => {
    const { facts } = await openAlert(deps, callerOf(socket, alertId), alertId)
    // Who is concerned hears of it in their groups' rooms and their own, and leaves those with their membership.
    if (!facts.inAudience && !facts.isRaiser) await openAlertPage(socket, alertId)
  },
  'alert:leave_alert_page': async (socket, { alertId }) => {
    // Who holds the token stays: the raiser hears of the alert wherever the page is.
    if (!socket.data.tokenAlertIds.includes(alertId)) await socket.leave(alertRoom(alertId))
  },
  'alert:delivered': async (socket, { alertIds }) => {
    if (socket.data.viewer === null) throw new AppError('unauthorized')
    await ledger.delivered(socket.data.viewer.id, alertIds)
  },
})

const callerOf = (socket: Socket, alertId: string) => ({
  viewer: socket.data.viewer,
  tokenAlertId: socket.data.tokenAlertIds.includes(alertId) ? alertId : null,
})
