import type { Deps } from '#/deps.ts'
import { addInformation, reopenAlert, resolveAlert, sendAlertMessage } from '#/features/alerts/alerts.service.ts'
import { answerAlert, Ledger } from '#/features/alerts/ledger.service.ts'
import { raiseAlert } from '#/features/alerts/raise.service.ts'
import type { Caller } from '#/http/authenticate.ts'
import { alerts } from './alerts.ts'
import type { Community } from './demo.ts'
import { drawScenes } from './pictures.ts'

/** Metres. */
const ACCURACY = 15
const MINUTE = 60_000

type DemoAlert = (typeof alerts)[number]
/** The services, as they ran so many minutes ago. */
type Then = (minutesAgo: number) => Deps

/** Alerts in every state: active and resolved, named and anonymous, taken back and resolved again. */
export async function loadAlerts(deps: Deps, community: Community): Promise<void> {
  const begun = deps.now().getTime()
  const then: Then = (minutesAgo) => ({ ...deps, now: () => new Date(begun - minutesAgo * MINUTE) })
  const ledger = new Ledger(deps)
  for (const alert of alerts) await play(then, ledger, community, alert)
  await ledger.close()
}

async function play(then: Then, ledger: Ledger, community: Community, alert: DemoAlert): Promise<void> {
  const id = await raise(then, community, alert)
  for (const { by, answer, minutesAgo } of alert.answers ?? [])
    await answerAlert(then(minutesAgo), ledger, community[by], id, answer)
  for (const { by, text, minutesAgo } of alert.chat ?? [])
    await sendAlertMessage(then(minutesAgo), community[by], { alertId: id, text, latitude: null, longitude: null })
  if (alert.resolved) await resolveAlert(then(alert.resolved.minutesAgo), community[alert.resolved.by], id)
  if (!alert.reopened || alert.by === null) return
  const { minutesAgo, resolvedAgain } = alert.reopened
  await reopenAlert(then(minutesAgo), community[alert.by], id)
  if (resolvedAgain) await resolveAlert(then(resolvedAgain.minutesAgo), community[resolvedAgain.by], id)
}

async function raise(
  then: Then,
  community: Community,
  { by, minutesAgo, words, place, photos = [] }: DemoAlert,
): Promise<string> {
  const [latitude, longitude] = place ?? [null, null]
  const accuracy = place === null ? null : ACCURACY
  const viewer = by === null ? null : community[by]
  const sos = { latitude, longitude, accuracy, textContent: words, clientId: null }
  const { id } = await raiseAlert(then(minutesAgo), { viewer, tokenAlertId: null }, sos)
  const caller: Caller = { viewer, tokenAlertId: viewer === null ? id : null }
  for (const { scene, caption } of photos) {
    const form = { alertId: id, textContent: '', caption, latitude: null, longitude: null }
    await addInformation(then(minutesAgo), caller, form, await drawScenes(then(minutesAgo), [scene]))
  }
  return id
}
