import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RichInline, RichMark } from '@noroshi/contract/pages/rich-text'
import { OutsideLink, OwnLink } from '../../../ui/layout/address-link.tsx'
import { linkOf, runsOf } from './rich-parts.ts'
import css from './rich-text.module.css'

type TextNode = Extract<RichInline, { type: 'text' }>

// React keys are indexes: the nodes of a content keep their order.

/** Inline content of a paragraph or heading. */
export function RichInlineText({ content = [] }: { content: readonly RichInline[] | undefined }) {
  return runsOf(content).map(({ href, content: nodes }, index) => {
    const inline = nodes.map((node, at) => (node.type === 'hardBreak' ? <br key={at} /> : <MarkedText key={at} node={node} />))
    return href === null ? (
      <span key={index}>{inline}</span>
    ) : (
      <RichLink key={index} href={href}>
        {inline}
      </RichLink>
    )
  })
}

const elements: Record<Exclude<RichMark['type'], 'link'>, 'strong' | 'em' | 'u' | 's' | 'code'> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
}

function MarkedText({ node: { text, marks = [] } }: { node: TextNode }) {
  let marked: ReactNode = text
  for (const { type } of marks) {
    if (type === 'link') continue
    const Element = elements[type]
    marked = <Element>{marked}</Element>
  }
  return marked
}

function RichLink({ href: entered, children }: { href: string; children: ReactNode }) {
  const { kind, href } = linkOf(entered, window.location.origin)
  switch (kind) {
    case 'screen':
      return (
        <OwnLink href={href} className={css.link}>
          {children}
        </OwnLink>
      )
    case 'outside':
      return (
        <OutsideLink href={href} className={css.link}>
          {children}
          <IconExternalLink className={css.outside} size="0.9em" stroke={2} aria-hidden="true" />
        </OutsideLink>
      )
    default:
      return (
        <a href={href} className={css.link} rel="noopener noreferrer nofollow" {...(kind === 'file' && { target: '_blank' })}>
          {children}
        </a>
      )
  }
}
