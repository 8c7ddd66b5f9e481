import type { Deps } from '#/deps.ts'
import { sendAlertMessage } from '#/features/alerts/chat/alert-chat.service.ts'
import { addInformation, reopenAlert, resolveAlert } from '#/features/alerts/alerts.service.ts'
import { answerAlert, Ledger } from '#/features/alerts/reach/ledger.service.ts'
import { ChangeThrottle } from '#/features/alerts/change-throttle.ts'
import { raiseAlert } from '#/features/alerts/raise/raise.service.ts'
import { createSendMessage } from '#/features/messaging/messages.service.ts'
import { Watermarks } from '#/features/messaging/watermarks.service.ts'
import type { Caller } from '#/http/authenticate.ts'
import { alerts } from './alerts.ts'
import type { Community } from './demo.ts'
import { drawScenes } from './demo-pictures.ts'

/** Accuracy of locations in metres. */
const ACCURACY = 15
const MINUTE = 60_000

type DemoAlert = (typeof alerts)[number]
/** Returns dependencies whose clock is the given number of minutes behind. */
type DepsAt = (minutesAgo: number) => Deps

/** Creates alerts in every state: active, resolved, anonymous, named, reopened and resolved again. */
export async function loadAlerts(deps: Deps, community: Community): Promise<void> {
  const startedAt = deps.now().getTime()
  const depsAt: DepsAt = (minutesAgo) => ({ ...deps, now: () => new Date(startedAt - minutesAgo * MINUTE) })
  const [ledger, watermarks] = [new Ledger(deps), new Watermarks(deps)]
  for (const alert of alerts) await loadAlert(depsAt, { ledger, watermarks }, community, alert)
  await ledger.close()
}

interface Workers {
  readonly ledger: Ledger
  readonly watermarks: Watermarks
}

async function loadAlert(depsAt: DepsAt, { ledger, watermarks }: Workers, community: Community, alert: DemoAlert): Promise<void> {
  const id = await raise(depsAt, community, alert)
  for (const { by, answer, minutesAgo } of alert.answers ?? [])
    await answerAlert(depsAt(minutesAgo), ledger, community[by], id, { answer })
  for (const { by, text, minutesAgo } of alert.chat ?? []) {
    const deps = depsAt(minutesAgo)
    await sendAlertMessage(deps, createSendMessage(deps, watermarks), community[by], {
      alertId: id,
      text,
      latitude: null,
      longitude: null,
    })
  }
  if (alert.resolved) await resolveAlert(depsAt(alert.resolved.minutesAgo), community[alert.resolved.by], id)
  if (!alert.reopened || alert.by === null) return
  const { minutesAgo, resolvedAgain } = alert.reopened
  await reopenAlert(depsAt(minutesAgo), community[alert.by], id)
  if (resolvedAgain) await resolveAlert(depsAt(resolvedAgain.minutesAgo), community[resolvedAgain.by], id)
}

async function raise(
  depsAt: DepsAt,
  community: Community,
  { by, minutesAgo, text, location, photos = [] }: DemoAlert,
): Promise<string> {
  const [latitude, longitude] = location ?? [null, null]
  const accuracy = location === null ? null : ACCURACY
  const viewer = by === null ? null : community[by]
  const sos = { latitude, longitude, accuracy, textContent: text, clientId: null, raisedFor: null }
  const deps = depsAt(minutesAgo)
  const { id } = await raiseAlert(deps, new ChangeThrottle(deps), { viewer, tokenAlertId: null }, sos)
  const caller: Caller = { viewer, tokenAlertId: viewer === null ? id : null }
  for (const { scene, caption } of photos) {
    const form = { alertId: id, textContent: '', caption, latitude: null, longitude: null }
    await addInformation(depsAt(minutesAgo), caller, form, await drawScenes(depsAt(minutesAgo), [scene]))
  }
  return id
}
