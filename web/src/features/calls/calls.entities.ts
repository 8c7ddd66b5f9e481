import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import { defineCoverage, orderOfId } from '../../platform/store/coverage.ts'
import { defineEntity } from '../../platform/store/entity.ts'

/** The two groups of calls. Each has its newest ones on disk. */
export type CallKind = 'personal' | 'group'

export interface KnownCall {
  readonly call: SharedCall
  /**
   * When a read returned the call, in milliseconds since 1970; 0 for an event or a change. The name of its group and of
   * its people change without its version: those of the latest read are shown.
   */
  readonly at: number
}

export const callEntity = defineEntity<KnownCall>({
  name: 'call',
  id: ({ call }) => call.id,
  version: ({ call }) => call.version,
  merge: (known, next) => ((next.call.version - known.call.version || next.at - known.at) > 0 ? next : known),
  list: ({ call }) => ({ group: (call.isGroupCall ? 'group' : 'personal') satisfies CallKind, order: orderOfId(call.id) }),
})

export const callCoverage = defineCoverage('callCoverage')

export const callEntities = [callEntity, callCoverage] as const
