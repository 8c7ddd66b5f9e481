import fc from 'fast-check'

/**
 * The admin of the group and a permanent member, who also share a personal thread, then three users who join and leave.
 */
export const NAMES = ['Aiko', 'Ben', 'Chie', 'Dora', 'Emi'] as const
const PERMANENT_COUNT = 2

export interface StepTarget {
  readonly where: 'group' | 'pair'
  readonly who: number
}

const anyUser = fc.nat(NAMES.length - 1)
const changingMember = fc.integer({ min: PERMANENT_COUNT, max: NAMES.length - 1 })
const pairUser = fc.nat(PERMANENT_COUNT - 1)
const anyTarget: fc.Arbitrary<StepTarget> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ where: fc.constant('group' as const), who: anyUser }) },
  { weight: 2, arbitrary: fc.record({ where: fc.constant('pair' as const), who: pairUser }) },
)
const stepOf = <const Action extends string>(actions: Action[], weight: number, targets = anyTarget) => ({
  weight,
  arbitrary: fc
    .tuple(fc.constantFrom(...actions), targets, fc.option(fc.nat(30), { nil: undefined }))
    .map(([action, target, seq]) => ({ action, ...target, seq })),
})
const groupTarget = changingMember.map((who): StepTarget => ({ where: 'group', who }))
const Step = fc.oneof(
  stepOf(['send'], 6),
  stepOf(['upload'], 1),
  stepOf(['markSeen', 'markDelivered'], 5),
  stepOf(['join', 'leave', 'remove'], 3, groupTarget),
  stepOf(
    ['accept', 'block'],
    2,
    pairUser.map((who): StepTarget => ({ where: 'pair', who })),
  ),
  stepOf(['startChat'], 1, groupTarget),
  stepOf(
    ['goOffline', 'goOnline'],
    3,
    anyUser.map((who): StepTarget => ({ where: 'group', who })),
  ),
  stepOf(
    ['reload', 'openTab'],
    3,
    anyUser.map((who): StepTarget => ({ where: 'group', who })),
  ),
)
export type Step = typeof Step extends fc.Arbitrary<infer One> ? One : never

/** Batches of steps. The steps of a batch run concurrently, the batches one after the other. */
export const stepBatches = fc.array(fc.array(Step, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 9 })

/** Steps that change the membership of the group. */
export const MEMBERSHIP_STEPS: readonly string[] = ['join', 'leave', 'remove']
