import { expect, test } from 'vitest'
import { readXml, XML_BYTES_MAX, XML_DEPTH_MAX, XML_TAGS_MAX, XmlRefused } from './read-xml.ts'
import { writeXml } from './write-xml.ts'

const read = (text: string) => readXml(Buffer.from(text))
const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`

test('a document gives its elements in their order, without prefixes, with references to characters', () => {
  const root = read(`<?xml version="1.0" encoding="UTF-8"?>
    <x:alert xmlns:x="urn:x" name="&lt;&#x3042;"><!-- a comment --><x:text> 火事 &amp; <![CDATA[<b> &amp;]]> </x:text><empty/></x:alert>`)
  expect([root.name, root.attributes.get('name'), root.textOf('text')]).toEqual(['alert', '<あ', '火事 & <b> &amp;'])
  expect(root.children.map(({ name }) => name)).toEqual(['text', 'empty'])
  expect(root.find('text', 'none')).toBeUndefined()
})

test.each([
  ['no XML', 'hello'],
  ['nothing', ''],
  ['an element that does not end', '<a><b></a>'],
  ['two roots', '<a/><b/>'],
  ['an unknown entity', '<a>&nbsp;</a>'],
  ['the character zero', '<a>&#0;</a>'],
  ['a character beyond Unicode', '<a>&#x110000;</a>'],
  ['a type declaration', '<!DOCTYPE a><a/>'],
  ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['an entity bomb', `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`],
  ['a type declaration after a comment', '<!-- c --><!doctype a><a/>'],
  ['another encoding', '<?xml version="1.0" encoding="Shift_JIS"?><a/>'],
  ['a name that would change objects', '<__proto__>x</__proto__>'],
  ['deep elements', nested(XML_DEPTH_MAX + 5)],
])('%s is refused', (_, text) => {
  expect(() => read(text)).toThrow(XmlRefused)
})

test('a document with too many bytes or tags is refused as too large, and bytes that are no UTF-8 are refused', () => {
  const problemOf = (bytes: Buffer) => {
    try {
      readXml(bytes)
      return null
    } catch (error) {
      return error instanceof XmlRefused ? error.problem : error
    }
  }
  expect(problemOf(Buffer.alloc(XML_BYTES_MAX + 1, 'x'))).toBe('tooLarge')
  expect(problemOf(Buffer.from(`<a>${'<b/>'.repeat(XML_TAGS_MAX)}</a>`))).toBe('tooLarge')
  expect(problemOf(Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e]))).toBe('broken')
  expect(problemOf(Buffer.from(nested(XML_DEPTH_MAX - 1)))).toBeNull()
})

test('what is written is read back, without characters that XML forbids', () => {
  const text = `a < b & "c" 'd' ]]> 火事 👨‍👩‍👧`
  const root = read(writeXml({ a: { '@b': text, c: [`${text}\u0000\u0001`, '\ud800x'], d: undefined, e: 1 } }))
  expect(root.attributes.get('b')).toBe(text)
  expect(root.all('c').map((each) => each.text)).toEqual([text, '\ufffdx'])
  expect([root.find('d'), root.textOf('e')]).toEqual([undefined, '1'])
})
