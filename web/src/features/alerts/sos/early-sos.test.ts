import { expect, test } from 'vitest'
import { type EarlyPress, outcomeOf } from '../../../platform/early-presses.ts'

const down = (at: number): EarlyPress => ({ type: 'down', at })
const up = (at: number): EarlyPress => ({ type: 'up', at })
const tap = (at: number): EarlyPress => ({ type: 'tap', at })

test.each([
  ['no press', [], { type: 'none' }],
  ['a short press', [down(100), up(300)], { type: 'tap', at: 100 }],
  ['a click of a screen reader', [tap(100)], { type: 'tap', at: 100 }],
  ['a press of 1.5 s', [down(100), up(1600)], { type: 'hold', at: 100 }],
  ['a press of 1.5 s among taps', [down(0), up(50), down(100), up(1700), down(1800), up(1850)], { type: 'hold', at: 100 }],
  ['a button that is still pressed', [down(100)], { type: 'down', at: 100 }],
  ['a tap, then a button that is still pressed', [down(100), up(200), down(900)], { type: 'down', at: 900 }],
] satisfies [string, EarlyPress[], object][])('%s before the code is loaded has its effect', (_name, recorded, outcome) => {
  expect(outcomeOf(recorded)).toEqual(outcome)
})
