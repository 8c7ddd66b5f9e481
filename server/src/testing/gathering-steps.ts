import fc from 'fast-check'

/** The group's admin, who stays; one who stays too, and is in a personal thread with them; and three who come and go. */
export const NAMES = ['Aiko', 'Ben', 'Chie', 'Dora', 'Emi'] as const
const STAYING = 2

export interface Place {
  readonly where: 'group' | 'pair'
  readonly who: number
}

const anybody = fc.nat(NAMES.length - 1)
const passing = fc.integer({ min: STAYING, max: NAMES.length - 1 })
const oneOfTwo = fc.nat(STAYING - 1)
const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ where: fc.constant('group' as const), who: anybody }) },
  { weight: 2, arbitrary: fc.record({ where: fc.constant('pair' as const), who: oneOfTwo }) },
)
const doing = <const Does extends string>(does: Does[], weight: number, more = place) => ({
  weight,
  arbitrary: fc.tuple(fc.constantFrom(...does), more, fc.option(fc.nat(30), { nil: undefined })).map(([each, at, seq]) => ({
    does: each,
    ...at,
    seq,
  })),
})
const inGroup = passing.map((who): Place => ({ where: 'group', who }))
const Step = fc.oneof(
  doing(['sends'], 6),
  doing(['uploads'], 1),
  doing(['sees', 'gets'], 5),
  doing(['joins', 'leaves', 'isRemoved'], 3, inGroup),
  doing(
    ['accepts', 'blocks'],
    2,
    oneOfTwo.map((who): Place => ({ where: 'pair', who })),
  ),
  doing(['begins'], 1, inGroup),
  doing(
    ['loses', 'returns'],
    3,
    anybody.map((who): Place => ({ where: 'group', who })),
  ),
)
export type Step = typeof Step extends fc.Arbitrary<infer One> ? One : never

/** What happens at once, and then what happens after that. */
export const story = fc.array(fc.array(Step, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 9 })

/** What changes who is in the group. */
export const MOVES: readonly string[] = ['joins', 'leaves', 'isRemoved']
