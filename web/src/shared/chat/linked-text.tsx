import { splitLinks } from '@noroshi/contract/text/links'
import { isolateOrder } from '@noroshi/contract/text/visible-text'
import css from './linked-text.module.css'

/** Text of users, rendered as plain text with links for web addresses. */
export function LinkedText({ children }: { children: string }) {
  return splitLinks(isolateOrder(children)).map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // The parts of a text never change their order.
      <a key={index} className={css.link} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ),
  )
}
