/** Where a call comes from: an address, or of IPv6 the network that one household or phone has to itself (/64). */
export function sourceOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /(?:^|:)(\d+(?:\.\d+){3})$/.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':')
}
