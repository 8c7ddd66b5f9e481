import type { PushPayload } from '@noroshi/contract/push/push.payload'
import type { PushKind, ShownKind } from '../src/platform/push/push-kind.ts'

type Kinds = Readonly<Record<string, PushKind<never>>>
const modules = import.meta.glob<Readonly<Record<string, Kinds>>>('../src/features/**/*.push.ts', { eager: true })

/** The kinds of all features by their names (push-kinds.test.ts). */
export const pushKinds = new Map(
  Object.values(modules).flatMap((exported) => Object.values(exported).flatMap((kinds) => Object.entries(kinds))),
)

/** Returns how the service worker handles a payload. */
export const kindOf = (payload: PushPayload): PushKind<PushPayload> => pushKinds.get(payload.kind) as PushKind<PushPayload> // its functions take the payload of this kind

/** Returns how a device shows a payload; undefined for one that closes a notification. */
export function shownOf(payload: PushPayload): ShownKind | undefined {
  const { shown } = kindOf(payload)
  return typeof shown === 'function' ? shown(payload) : shown
}

/** Returns the page that shows the subject of a notification. */
export const pathOf = (payload: PushPayload | null): string => (payload === null ? '/' : kindOf(payload).path(payload))
