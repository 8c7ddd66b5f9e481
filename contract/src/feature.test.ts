import { expect, test } from 'vitest'
import { defineFeature, join } from './feature.ts'

const text = { en: 'Text', ja: '文' }
const notes = defineFeature({ tag: 'notes', messages: [{ 'notes.title': text }, { 'notes.empty': text }] })
const lists = defineFeature({ tag: 'lists', messages: [{ 'lists.title': text }] })

test('a part of all features has the entries of each of them', () => {
  expect(join([notes, lists], 'messages')).toEqual({ 'notes.title': text, 'notes.empty': text, 'lists.title': text })
  expect(join([notes, lists], 'routes')).toEqual({})
})

test('two features with an entry of the same name are refused', () => {
  const copy = defineFeature({ tag: 'copy', messages: [{ 'notes.title': text }] })
  expect(() => join([notes, copy], 'messages')).toThrow('notes.title')
})
