import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

const before = {
  name: '佐藤 花',
  kana: '',
  sex: 'female',
  birthYear: 1950,
  address: '',
  needs: ['medicine', 'pet'],
  needsNote: '',
  mayBeFound: false,
} as const

test('a correction has only the fields that the user changed', () => {
  const needs = [...before.needs]
  expect(changedFields({ ...before, needs }, { ...before, needs: [...needs] })).toEqual({})
  expect(changedFields({ ...before, needs }, { ...before, needs: ['pet'], birthYear: null })).toEqual({
    needs: ['pet'],
    birthYear: null,
  })
})
