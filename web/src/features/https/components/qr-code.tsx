import { useMemo } from 'react'
import { encode } from 'uqr'
import { useText } from '../../../platform/i18n.ts'
import css from './join.module.css'

/** Light modules around the code, which scanners need. */
const MARGIN = 4

/** The QR code of an address, dark on light in both colour schemes. */
export function QrCode({ address }: { address: string }) {
  const text = useText()
  const { size, path } = useMemo(() => {
    const code = encode(address, { border: MARGIN })
    const modules = code.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: code.size, path: modules.join('') }
  }, [address])
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={text('join.qr', { address })}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
