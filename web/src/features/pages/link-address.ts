import { EMBED_ORIGINS, embedOf } from '@noroshi/contract/pages/embeds'
import { isLinkable } from '@noroshi/contract/pages/rich-text'

/** The address that somebody meant: 'example.org' is one of the web, 'ann@example.org' a letter's; null where it leads nowhere. */
export function hrefFrom(entered: string): string | null {
  const address = entered.trim()
  if (isLinkable(address)) return address
  if (/^[^\s/@:]+@[^\s/@:]+\.[^\s/@:]+$/.test(address)) return `mailto:${address}`
  const guessed = `https://${address}`
  return /^[^\s/:@]+\.[^\s/:@]{2,}(\/|$|\?|#|:\d)/.test(address) && isLinkable(guessed) ? guessed : null
}

export type EmbedProblem = 'embedRequired' | 'embedInvalid' | 'embedNotAllowed' | 'embedNothing'

const isHttp = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

const plain = (host: string): string => host.replace(/^(www|m|player|embed)\./, '')

/** The hosts whose frames pages may show, as people know them. */
export const embedHosts: readonly string[] = EMBED_ORIGINS.map((origin) =>
  plain(new URL(origin).hostname).replace('youtube-nocookie.com', 'youtube.com'),
)

/** What is wrong with the address of an embed (specification, section 5); null: nothing. */
export function embedProblemOf(entered: string): { problem: EmbedProblem; host: string } | null {
  const address = entered.trim()
  if (address === '') return { problem: 'embedRequired', host: '' }
  if (!isHttp(address)) return { problem: 'embedInvalid', host: '' }
  if (embedOf(address)) return null
  const { hostname } = new URL(address)
  const isKnown = embedHosts.includes(plain(hostname)) || hostname === 'youtu.be'
  return { problem: isKnown ? 'embedNothing' : 'embedNotAllowed', host: hostname }
}
