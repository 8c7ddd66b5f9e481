import type { ResponderLocationChoice } from '@noroshi/contract/alerts/responder-locations.http'
import type { Location } from '@noroshi/contract/location'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { defineConsumer } from '#/realtime/consumers.ts'
import { loadAlert } from '../alerts.service.ts'
import { alertForUpdate } from '../alerts.sql.ts'
import {
  choicesOf,
  deleteChoicesOfResolved,
  deleteChoicesOfSignedOut,
  endChoice,
  isResponding,
  putChoice,
  storeLocation,
} from './responder-locations.sql.ts'

/** Returns what the viewer chose for active alerts. */
export async function listOwnChoices({ db }: Deps, viewer: SignedIn): Promise<{ items: ResponderLocationChoice[] }> {
  const items = (await choicesOf(db, viewer.id)).map(({ alert_id: alertId, device_id: deviceId }) => ({
    alertId,
    isShared: deviceId !== null,
    isThisDevice: deviceId === viewer.deviceId,
  }))
  return { items }
}

/**
 * Shares the location of the device of the viewer for one alert, until its end, or ends it. It does not depend on the general choice
 * of the user, and does not change it. Also a user whom the alert does not reach any more ends it.
 * @throws forbidden (403); alert.notFound (404); alert.alreadyResolved, alert.notResponding (409)
 */
export async function chooseForAlert(
  deps: Deps,
  viewer: SignedIn,
  id: string,
  isShared: boolean,
): Promise<ResponderLocationChoice> {
  if (!isShared && (await endChoice(deps.db, id, viewer.id))) return { alertId: id, isShared, isThisDevice: false }
  const { facts } = await loadAlert(deps, { viewer, tokenAlertId: null }, id)
  authorize(viewer, 'alert:answer', facts)
  await deps.transaction(async (tx) => {
    // The lock of the alert orders the choice and the resolution.
    const alert = await alertForUpdate(tx, id, viewer.id)
    if (!alert) throw new AppError('alert.notFound')
    if (alert.resolved_at !== null) throw new AppError('alert.alreadyResolved')
    if (isShared && !(await isResponding(tx, id, viewer.id))) throw new AppError('alert.notResponding')
    await putChoice(tx, id, viewer.id, isShared ? viewer.deviceId : null)
  })
  return { alertId: id, isShared, isThisDevice: isShared }
}

/** Stores the location of the device of the viewer for the alerts for which it is shared, and returns their ids. */
export const reportForAlerts = async (deps: Deps, viewer: SignedIn, location: Location): Promise<{ alertIds: string[] }> => ({
  alertIds: await storeLocation(deps.db, viewer.id, viewer.deviceId, location, deps.now()),
})

/** Deletes what was shared for alerts that are over, and by devices whose session has expired. */
export async function deleteEndedChoices({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteChoicesOfResolved(db)
  await deleteChoicesOfSignedOut(db, now())
}

/** Ends what a device shares when it signs out, or when its user is deactivated: a later session does not go on with it. */
export const signedOutRespondersConsumer = ({ now }: Pick<Deps, 'now'>) =>
  defineConsumer({
    name: 'alerts.signedOutResponders',
    events: ['session:ended', 'user:activityChanged'],
    async handle(tx) {
      await deleteChoicesOfSignedOut(tx, now())
    },
  })
