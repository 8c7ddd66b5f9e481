/** The logo: a signal fire on a hilltop. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d="M15.2 19.5C10 15.6 19.8 12.4 14.2 8.2c-2.6-2-1.6-5.2 2.2-7 .2 3.2 5.6 4.3 5.3 8.3-.3 4-6.2 5.5-4.2 10z" />
      <path d="M1.5 30.5c7.2 0 8.3-8.5 14.5-8.5s7.3 8.5 14.5 8.5z" />
    </svg>
  )
}
