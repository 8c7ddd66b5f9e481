/** A walkie-talkie in the stroke of the icon set, which has none. */
export function WalkieTalkieIcon({ size = 24, stroke = 1.75 }: { size?: number; stroke?: number }) {
  return (
    <svg
      className="tabler-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8 8V2.5" />
      <path d="M7 8h9a2 2 0 0 1 2 2v9.5a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V9a1 1 0 0 1 1-1z" />
      <path d="M14 8V6h1.5v2" />
      <path d="M9.5 11.5h5" />
      <path d="M9.5 15h5M9.5 17.75h5" />
    </svg>
  )
}
