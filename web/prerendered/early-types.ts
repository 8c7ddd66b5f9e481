import { WINDOW_MAX } from '../src/features/messaging/window-max.ts'
import type { NewestOfList } from '../src/platform/store/early-rows.ts'

/** The types of entities whose rows each page needs, except lists. */
const START_TYPES: readonly string[] = [
  'person',
  'alert',
  'alertCounts',
  'alertResponders',
  'alertAnswer',
  'alertAccess',
  'alertLedger',
  'alertHandling',
  'alertListing',
]
/** Those that the list of threads and a thread need too. */
const MESSAGING_TYPES: readonly string[] = [
  'thread',
  'threadLatest',
  'threadWatermarks',
  'threadOwnMarks',
  'threadRemovedSeq',
  'threadViewer',
  'threadListing',
  'threadMembers',
  'threadMembership',
  'threadMention',
  'threadSettings',
  'hiddenMessages',
]

const MESSAGES = /^\/messages(?:\/(?<id>[^/]+))?$/

/** Returns the names of the types that a path needs. */
export const earlyTypes = (path: string): readonly string[] =>
  MESSAGES.test(path) ? [...START_TYPES, ...MESSAGING_TYPES] : START_TYPES

/** Returns the newest messages of the thread of a path; null for all other paths. */
export function earlyMessages(path: string): NewestOfList | null {
  const id = MESSAGES.exec(path)?.groups?.['id']
  return id === undefined ? null : { list: `message/${id}`, count: WINDOW_MAX }
}
