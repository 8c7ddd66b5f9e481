/** The picture of login and registration: signal fires on hills at dusk. Its colours are the same in both themes. */
export function FireScene() {
  return (
    <svg viewBox="0 0 720 800" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0A2430" />
          <stop offset="0.5" stopColor="#24566A" />
          <stop offset="0.78" stopColor="#86A9AE" />
          <stop offset="1" stopColor="#EAD3AC" />
        </linearGradient>
        <linearGradient id="smoke" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#E9EFEE" stopOpacity="0" />
          <stop offset="0.5" stopColor="#E9EFEE" stopOpacity="0.34" />
          <stop offset="1" stopColor="#F6EBD4" stopOpacity="0.7" />
        </linearGradient>
        <radialGradient id="glow">
          <stop offset="0" stopColor="#F4C247" stopOpacity="0.75" />
          <stop offset="1" stopColor="#F4C247" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="720" height="800" fill="url(#dusk)" />
      <g fill="#DCE9EA" opacity="0.7">
        <circle cx="610" cy="130" r="1.6" />
        <circle cx="420" cy="180" r="1.2" />
        <circle cx="540" cy="54" r="1.4" />
        <circle cx="180" cy="240" r="1.2" />
      </g>
      <Fire x={604} y={502} scale={0.5} opacity={0.55} />
      <path d="M0 590C90 560 150 520 230 540S370 590 450 560 560 498 610 506 690 540 720 546V800H0z" fill="#4F7A87" />
      <Fire x={148} y={560} scale={0.8} opacity={0.7} />
      <path d="M0 630C50 610 96 562 148 562S260 650 340 660 520 600 600 612 690 640 720 634V800H0z" fill="#275364" />
      <Fire x={470} y={618} scale={1.35} opacity={0.9} />
      <path d="M0 720C120 730 220 722 300 700S410 620 470 620 580 716 720 728V800H0z" fill="#0C3444" />
      <path d="M0 770C160 740 300 776 420 766S620 748 720 772V800H0z" fill="#06212C" />
    </svg>
  )
}

function Fire({ x, y, scale, opacity }: { x: number; y: number; scale: number; opacity: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path
        d="M-3-6C-40-52 38-84-8-140S-30-262 20-330C40-350 88-340 82-312 70-256 62-214 46-150S-6-58 5-6z"
        fill="url(#smoke)"
        opacity={opacity}
      />
      <circle r="42" fill="url(#glow)" />
      <circle r="8" fill="#FFE7AE" />
    </g>
  )
}
