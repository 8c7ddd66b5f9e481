import { interruptedCall } from '../features/calls/interrupted-call.ts'
import { withTexts } from '../platform/language/i18n.ts'
import { readStored, storageKeys } from '../platform/session/storage.ts'
import { lateOverlay } from './late-overlay.tsx'

/** Runs the messaging tasks of each page. The code of messaging itself loads with its first event (start.ts). */
export const MessagesOverlay = lateOverlay(async () => (await import('../overlays/messages-overlay.tsx')).MessagesOverlay, {
  events: ['message:text-to-speech'],
})

/** Incoming calls. A page that catches up on events receives a call that began before it was opened. */
export const CallsOverlay = lateOverlay(async () => (await import('../overlays/calls-overlay.tsx')).CallsOverlay, {
  events: ['call-session:incoming', 'call-session:updated'],
  readsMissed: true,
  isNeededNow: () => readStored(storageKeys.ringingCall) !== null || interruptedCall() !== null,
})

/** The popup of radio chats. Its code loads with the first one that starts while the page is open. */
export const RadioOverlay = lateOverlay(async () => (await import('../overlays/radio-overlay.tsx')).RadioOverlay, {
  events: ['asr-chat:new'],
  isForEventsOnly: true,
})

/** Tells administrators what is wrong with the server. */
export const HealthNotices = lateOverlay(
  async () => (await withTexts(() => import('../overlays/health-notices.tsx'))).HealthNotices,
  { events: ['health:changed'], isForEventsOnly: true },
)

export const DeviceReport = lateOverlay(
  async () => (await import('../features/devices/components/device-report.tsx')).DeviceReport,
  {},
)
