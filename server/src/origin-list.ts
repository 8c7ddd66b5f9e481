import { z } from 'zod'

/** Returns the origins of a list that are separated by commas. An invalid part is null. */
const partsOf = (list: string): (string | null)[] =>
  list
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const url = URL.parse(part.trim())
      return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : null
    })

/** A setting with origins of the local network that are separated by commas. @param example for the message of an invalid value */
export const originList = (example: string) =>
  z.string().refine((value) => partsOf(value).every((origin) => origin !== null), `must be like ${example}`)

/** Returns the origins of such a setting. */
export const originsIn = (list: string | undefined): string[] => partsOf(list ?? '').flatMap((origin) => origin ?? [])
