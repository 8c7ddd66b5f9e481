import { XMLBuilder } from 'fast-xml-parser'

/** Characters that XML 1.0 forbids, also as references. */
// oxlint-disable-next-line no-control-regex -- the controls are what it removes
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
})

/** The content of an element: a text, elements in their order, or several elements of one name. Keys with `@` are attributes. */
export type XmlContent = string | number | readonly XmlContent[] | { readonly [name: string]: XmlContent | undefined }

function storable(content: XmlContent | undefined): unknown {
  if (typeof content === 'string') return content.toWellFormed().replace(FORBIDDEN, '')
  if (content === undefined || typeof content === 'number') return content
  if (Array.isArray(content)) return content.map(storable)
  const entries = Object.entries(content).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, storable(value as XmlContent)]))
}

/** Returns an XML document of one root element, in UTF-8. Characters that XML cannot contain are left out. */
export const writeXml = (root: { readonly [name: string]: XmlContent }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${String(builder.build(storable(root)))}`
