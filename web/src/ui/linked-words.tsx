import css from './linked-words.module.css'
import { partsOf } from './text-parts.ts'

/** What somebody wrote, as text alone; addresses of the web can be followed. */
export function LinkedWords({ children }: { children: string }) {
  return partsOf(children).map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // Parts of one text never change their places.
      <a key={index} className={css.link} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ),
  )
}
