import { findContacts } from './contact-links.ts'
import { webAddresses } from './links.ts'

export interface TextPart {
  readonly text: string
  /** URL of a link; absent for plain text. */
  readonly href?: string
}

/** Adds the mail addresses and phone numbers of a text without web links, and what is between them. */
function addWithContacts(parts: TextPart[], text: string): void {
  let from = 0
  for (const { index, text: contact, href } of findContacts(text)) {
    if (index < from) continue
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ text: contact, href })
    from = index + contact.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
}

/** Splits a text into plain parts and links: web addresses, mail addresses and phone numbers. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { index, href } of webAddresses(text)) {
    addWithContacts(parts, text.slice(from, index))
    parts.push({ text: href, href })
    from = index + href.length
  }
  addWithContacts(parts, text.slice(from))
  return parts
}
