import { pushRoutes } from '@noroshi/contract/push/push.http'
import { isTemporary } from '../connection/http-errors.ts'
import { call, sendRequest } from '../connection/http.ts'
import { createObservable, useObservable } from '../observable.ts'
import { pushSupport, type PushSupport, subscribeBrowser, unsubscribeBrowser } from './push-subscription.ts'
import { accessToken, onAccessToken } from '../session/session.ts'
import { readStored, storageKeys, writeStored } from '../session/storage.ts'
import { subscriptionRequest } from './subscription-request.ts'

/**
 * The state of Web Push on this device. `serverOff`: the operator has not turned push on. `off`: the user has not
 * turned it on. `noService`: the browser's push service cannot be reached. `unreachable`: the server cannot be reached.
 */
export type PushState =
  | Exclude<PushSupport, 'possible'>
  | 'checking'
  | 'signedOut'
  | 'serverOff'
  | 'denied'
  | 'off'
  | 'on'
  | 'noService'
  | 'unreachable'

const state = createObservable<PushState>('checking')

export const usePushState = (): PushState => useObservable(state)

/** Returns whether no notification reaches this device while it is locked. False while it is unknown. */
export const isSilent = (current: PushState): boolean => !['checking', 'signedOut', 'unreachable', 'on'].includes(current)

/** Subscribes this browser and sends the subscription to the server. Returns the resulting state. */
async function subscribe(): Promise<PushState> {
  const support = pushSupport()
  if (support !== 'possible') return support
  if (accessToken() === null) return 'signedOut'
  try {
    const { publicKey } = await call(pushRoutes.key)
    if (publicKey === null) return 'serverOff'
    if (Notification.permission === 'denied') return 'denied'
    if (Notification.permission !== 'granted' || readStored(storageKeys.pushOff) !== null) return 'off'
    const subscription = await subscribeBrowser(publicKey).catch(() => null)
    if (subscription === null) return 'noService'
    await sendRequest(subscriptionRequest(subscription))
    return 'on'
  } catch (error) {
    return isTemporary(error) ? 'unreachable' : 'noService'
  }
}

let running: Promise<void> | null = null

/** Renews the subscription without asking the user, if notifications are already permitted. */
export const renewPush = (): Promise<void> =>
  (running ??= subscribe()
    .then(state.set)
    .finally(() => {
      running = null
    }))

// The end of the session ends the subscription (session-end.ts). Another user gets a new one.
onAccessToken(() => void Promise.resolve(running).then(renewPush))

/** Renews the subscription if the server was unreachable at the last attempt. */
export async function retryPush(): Promise<void> {
  if (state.get() === 'unreachable') await renewPush()
}

/** Renews the subscription if the user has changed the permission in the browser's settings. */
export async function recheckPush(): Promise<void> {
  if (!('Notification' in window)) return
  const isChanged =
    state.get() === 'on'
      ? Notification.permission !== 'granted'
      : state.get() === 'denied' && Notification.permission !== 'denied'
  if (isChanged) await renewPush()
}

/** Asks the user for the permission, then subscribes. Call it in a user gesture. */
export async function turnPushOn(): Promise<void> {
  writeStored(storageKeys.pushOff, null)
  state.set('checking')
  await Notification.requestPermission()
  await running
  await renewPush()
}

/** Ends the notifications of this device until the user turns them on again. */
export async function turnPushOff(): Promise<void> {
  writeStored(storageKeys.pushOff, 'yes')
  await running
  await unsubscribeBrowser()
  await call(pushRoutes.unsubscribe).catch(() => undefined) // the push service refuses the ended subscription
  await renewPush()
}
