import { useMemo } from 'react'
import { encode } from 'uqr'
import css from './qr-code.module.css'

/** Light modules around the code, which scanners need. */
const MARGIN = 4

/** The QR code of an address, dark on light in both colour schemes. */
export function QrCode({ address, label }: { address: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(address, { border: MARGIN })
    const modules = code.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: code.size, path: modules.join('') }
  }, [address])
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
