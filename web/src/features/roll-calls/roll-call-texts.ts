import type { AskedPerson, RollCall, RollCallAnswer, RollCallCounts } from '@noroshi/contract/roll-calls/roll-calls'
import type { Text } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'

/** Returns what is known of an asked person. */
export function stateOf({ state, reachedAt, seenAt }: Pick<AskedPerson, 'state' | 'reachedAt' | 'seenAt'>) {
  if (state !== null) return state
  if (reachedAt === null && seenAt === null) return 'notReached'
  return seenAt === null ? 'unseen' : 'silent'
}

/** The tones of the tags of states. */
export const STATE_TONES = {
  safe: 'ok',
  injured: 'warn',
  needHelp: 'sos',
  silent: 'plain',
  unseen: 'plain',
  notReached: 'plain',
} as const

/** Returns how an answer became known. */
export function sourceText({ source, answeredBy }: Pick<RollCallAnswer, 'source' | 'answeredBy'>, text: Text): string {
  if (source !== 'proxy') return text(`rollCalls.source.${source}`)
  return answeredBy ? text('rollCalls.source.proxy', { name: nameOf(answeredBy) }) : text('rollCalls.source.unnamed')
}

/** How many people were asked, and gave each answer. */
type Answered = Pick<RollCallCounts, 'asked' | 'safe' | 'injured' | 'needHelp'>

export const silentCount = ({ asked, safe, injured, needHelp }: Answered): number => asked - safe - injured - needHelp

/** Returns the numbers of a roll-call, or of a group of it, as a sentence. */
export const summaryText = (counts: Answered, text: Text): string =>
  text('rollCalls.summary', {
    safe: counts.safe,
    injured: counts.injured,
    needHelp: counts.needHelp,
    silent: silentCount(counts),
  })

/** Returns who is asked. */
export function audienceText({ audience: { kind, groups } }: Pick<RollCall, 'audience'>, text: Text): string {
  return kind === 'groups' ? groups.map(({ name }) => name).join(', ') : text(`rollCalls.audience.${kind}`)
}
