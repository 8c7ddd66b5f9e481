import { Fragment } from 'react'
import { emailParts } from './email-parts.ts'

/** An email address whose lines break only after separators. */
export function EmailText({ children: email }: { children: string }) {
  return emailParts(email).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
