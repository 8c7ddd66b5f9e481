import type { ReactNode } from 'react'

/** The systems whose steps the sheet shows. */
export type PhoneSystem = 'android' | 'iphone'

/** The outline of a phone with what its screen shows, in lines that print well. */
function Phone({ system, children }: { system: PhoneSystem; children: ReactNode }) {
  return (
    <svg viewBox="0 0 60 100" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" aria-hidden="true">
      <rect x="4" y="2" width="52" height="96" rx={system === 'iphone' ? 10 : 6} />
      {system === 'iphone' ? <path d="M22 7h16" strokeWidth="4" strokeLinecap="round" /> : <circle cx="30" cy="8" r="1.5" />}
      {children}
    </svg>
  )
}

const Pixels = () => (
  <g fill="currentColor" stroke="none">
    <path d="M20 34h8v8h-8zM32 34h8v8h-8zM20 46h8v8h-8z" />
    <path d="M32 46h3v3h-3zM37 50h3v4h-3z" />
  </g>
)

/** A code in the browser: a compass for Safari, a ring for Chrome. */
export const BrowserPicture = ({ system }: { system: PhoneSystem }) => (
  <Phone system={system}>
    <rect x="14" y="28" width="32" height="32" rx="2" />
    <Pixels />
    <circle cx="30" cy="78" r="10" />
    {system === 'iphone' ? <path d="M35 73l-3 7-7 3 3-7z" /> : <circle cx="30" cy="78" r="4" />}
  </Phone>
)

/** The button that installs: Share on an iPhone, the menu with three dots on Android. */
export const InstallPicture = ({ system }: { system: PhoneSystem }) => (
  <Phone system={system}>
    {system === 'iphone' ? (
      <>
        <path d="M30 30v26M22 38l8-8 8 8" strokeLinecap="round" />
        <path d="M22 46h-5v26h26V46h-5" />
      </>
    ) : (
      <>
        <g fill="currentColor" stroke="none">
          <circle cx="47" cy="18" r="2" />
          <circle cx="47" cy="25" r="2" />
          <circle cx="47" cy="32" r="2" />
        </g>
        <path d="M28 38v24M20 54l8 8 8-8M18 70h20" strokeLinecap="round" />
      </>
    )}
  </Phone>
)

/** The icon of the application and a bell that rings. */
export const AllowPicture = ({ system }: { system: PhoneSystem }) => (
  <Phone system={system}>
    <rect x="18" y="20" width="24" height="24" rx="6" />
    <path d="M30 25c4 5 5 7 5 10a5 5 0 0 1-10 0c0-3 1-5 5-10z" />
    <path d="M20 76c3-3 3-7 3-11a7 7 0 0 1 14 0c0 4 0 8 3 11zM27 80a3 3 0 0 0 6 0" />
    <path d="M15 62c-2 3-2 7 0 10M45 62c2 3 2 7 0 10" strokeLinecap="round" />
  </Phone>
)
