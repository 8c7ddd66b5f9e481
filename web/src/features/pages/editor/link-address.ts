import { EMBED_ORIGINS, embedOf } from '@noroshi/contract/pages/embeds'
import { isLinkable } from '@noroshi/contract/pages/rich-text'

/**
 * Completes an entered address: 'example.org' becomes https, 'ann@example.org' mailto. Returns null for an invalid one.
 */
export function hrefFrom(entered: string): string | null {
  const address = entered.trim()
  if (isLinkable(address)) return address
  if (/^[^\s/@:]+@[^\s/@:]+\.[^\s/@:]+$/.test(address)) return `mailto:${address}`
  const guessed = `https://${address}`
  return /^[^\s/:@]+\.[^\s/:@]{2,}(\/|$|\?|#|:\d)/.test(address) && isLinkable(guessed) ? guessed : null
}

export type EmbedProblem = 'embedRequired' | 'embedInvalid' | 'embedNotAllowed' | 'embedNothing'

const isHttp = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

const shortHost = (host: string): string => host.replace(/^(www|m|player|embed)\./, '')

/** Names of the hosts that pages may embed, for users. */
export const embedHosts: readonly string[] = EMBED_ORIGINS.map((origin) =>
  shortHost(new URL(origin).hostname).replace('youtube-nocookie.com', 'youtube.com'),
)

/** Returns the problem of an embed's address (specification, section 5); null if it is valid. */
export function embedProblemOf(entered: string): { problem: EmbedProblem; host: string } | null {
  const address = entered.trim()
  if (address === '') return { problem: 'embedRequired', host: '' }
  if (!isHttp(address)) return { problem: 'embedInvalid', host: '' }
  if (embedOf(address)) return null
  const { hostname } = new URL(address)
  const isKnown = embedHosts.includes(shortHost(hostname)) || hostname === 'youtu.be'
  return { problem: isKnown ? 'embedNothing' : 'embedNotAllowed', host: hostname }
}
