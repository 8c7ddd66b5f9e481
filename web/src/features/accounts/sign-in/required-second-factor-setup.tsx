import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import css from '../security/second-factor.module.css'
import { SetUpSecondFactor } from '../security/set-up-second-factor.tsx'

/**
 * Leads an administrator to the set-up of their second factor. The page reloads when the session is no longer
 * restricted.
 */
export function RequiredSecondFactorSetup({ isRestricted }: { isRestricted: boolean }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // The dialog shows the recovery codes once: it stays until the user closes it.
    if (!isRestricted && !isOpen) window.location.assign(paths.home)
  }, [isRestricted, isOpen])
  return (
    <div className={css.gate}>
      <h2>{text('secondFactor.title')}</h2>
      <p>{text('secondFactor.neededNow')}</p>
      <Button size="lg" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text('secondFactor.setUp')}
      </Button>
      {isOpen && <SetUpSecondFactor onClose={() => setOpen(false)} />}
    </div>
  )
}
