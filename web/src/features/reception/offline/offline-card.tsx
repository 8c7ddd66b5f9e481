import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnection } from '../../../platform/connection/socket.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { UnsentEntry } from '../../../shared/chat/unsent-entry.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import css from '../components/reception.module.css'
import type { VaultState } from './create-desk-vault.ts'
import { canEncrypt } from './desk-cipher.ts'
import { deskCopyKey } from './desk-copy.ts'
import type { RefusedHousehold } from './desk-people.ts'
import { deskVault } from './desk-vault.ts'
import { PinDialog, UnlockForm } from './pin-form.tsx'
import { type ListedChange, mayDeleteChanges } from './unsent-desk-changes.ts'
import { useOfflineDesk } from './use-offline-desk.ts'

interface CardProps {
  readonly placeId: string
  /** Opens a household that the server refused at the desk. */
  readonly onEdit: (household: RefusedHousehold) => void
}

/** The state of the desk without a connection, its PIN, and what was not sent. */
export function OfflineCard({ placeId, onEdit }: CardProps) {
  const text = useText()
  const isConnected = useConnection() !== 'offline'
  const { state, isOffline, unsent } = useOfflineDesk(placeId)
  if (state === 'unknown' && canEncrypt()) return null
  return (
    <Card className={css.part}>
      <h2>{text('reception.offline.title')}</h2>
      {!canEncrypt() ? (
        <p className={css.quiet}>{text('reception.offline.notSecure')}</p>
      ) : state === 'off' ? (
        <>
          <p className={css.quiet}>{text(isConnected ? 'reception.offline.offNote' : 'reception.offline.needsServer')}</p>
          {isConnected && <PinButtons placeId={placeId} state="off" unsent={unsent} />}
        </>
      ) : isOffline ? (
        <>
          <p role="status">{text(state === 'open' ? 'reception.offline.isOpen' : 'reception.offline.isLocked')}</p>
          {state === 'open' ? <LockButton placeId={placeId} /> : <UnlockForm placeId={placeId} />}
        </>
      ) : (
        <>
          <p className={css.quiet}>{text('reception.offline.onNote')}</p>
          {state === 'locked' ? <UnlockForm placeId={placeId} /> : <LockButton placeId={placeId} />}
          <PinButtons placeId={placeId} state={state} unsent={unsent} />
        </>
      )}
      {unsent.length > 0 && <Unsent changes={unsent} state={state} onEdit={onEdit} />}
    </Card>
  )
}

function LockButton({ placeId }: { placeId: string }) {
  const text = useText()
  return (
    <span className={css.buttons}>
      <Button variant="default" onClick={() => deskVault.lock(placeId)}>
        {text('reception.offline.lock')}
      </Button>
    </span>
  )
}

interface PinProps {
  readonly placeId: string
  readonly state: VaultState
  readonly unsent: readonly ListedChange[]
}

/**
 * Sets and changes the PIN, which a locked desk needs for it. If the PIN is forgotten, the desk is turned off as soon as the server
 * has or refused each entry.
 */
function PinButtons({ placeId, state, unsent }: PinProps) {
  const text = useText()
  const cache = useQueryClient()
  const [dialog, setDialog] = useState<'pin' | 'turnOff' | null>(null)
  const label = text(state === 'off' ? 'reception.offline.setPin' : 'reception.offline.changePin')
  const mayTurnOff = state !== 'off' && unsent.every(({ entry }) => entry.state === 'failed')
  const turnOff = () => {
    cache.setQueryData([...deskCopyKey, placeId], null)
    void deskVault.remove(placeId)
  }
  return (
    <span className={css.buttons}>
      {state !== 'locked' && (
        <Button variant="default" onClick={() => setDialog('pin')}>
          {label}
        </Button>
      )}
      {mayTurnOff && (
        <Button variant="default" onClick={() => setDialog('turnOff')}>
          {text('reception.offline.turnOff')}
        </Button>
      )}
      {dialog === 'pin' && <PinDialog placeId={placeId} title={label} onClose={() => setDialog(null)} />}
      <ConfirmDialog
        isOpen={dialog === 'turnOff'}
        onClose={() => setDialog(null)}
        onConfirm={turnOff}
        title={text('reception.offline.title')}
        confirmLabel={text('reception.offline.turnOff')}
      >
        {text('reception.offline.turnOffNote')}{' '}
        {unsent.length > 0 && text('reception.offline.turnOffLoses', { count: unsent.length })}
      </ConfirmDialog>
    </span>
  )
}

/** What the server does not have: refused entries at once, since a person decides about them, the others on request. */
function Unsent({ changes, state, onEdit }: Pick<CardProps, 'onEdit'> & { changes: readonly ListedChange[]; state: VaultState }) {
  const text = useText()
  const isOpen = state === 'open'
  const [areAllShown, setAreAllShown] = useState(false)
  const refused = changes.filter(({ entry }) => entry.state === 'failed')
  const shown = isOpen && areAllShown ? changes : refused
  return (
    <>
      <h3>{text('reception.offline.unsent', { count: changes.length })}</h3>
      {isOpen && changes.length > refused.length && (
        <span className={css.buttons}>
          <Button variant="default" aria-expanded={areAllShown} onClick={() => setAreAllShown(!areAllShown)}>
            {text('reception.offline.showUnsent')}
          </Button>
        </span>
      )}
      {shown.length > 0 && (
        <ul className={css.rows}>
          {shown.map(({ entry, change }) => (
            <li key={entry.id}>
              <UnsentEntry
                entry={entry}
                mayDelete={mayDeleteChanges(state)}
                {...(change?.type === 'receive' && { onEdit: () => onEdit({ id: entry.id, change }) })}
                {...(change !== null && { title: text(`reception.offline.${change.type}`) })}
                body={change === null ? text('reception.offline.unsentLocked') : change.names.join(', ')}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
