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

const HOST = /^[a-z0-9.-]+:\d{1,5}$/

/** A setting with hosts and ports that are separated by commas. @param example for the message of an invalid value */
export const hostList = (example: string) =>
  z.string().refine((value) => hostsIn(value).every((host) => HOST.test(host)), `must be like ${example}`)

/** Returns the hosts with their ports of such a setting, in lower case. */
export const hostsIn = (list: string | undefined): string[] =>
  (list ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : part.trim().toLowerCase()))
