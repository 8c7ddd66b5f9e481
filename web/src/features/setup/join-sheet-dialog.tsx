import { Button, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HOTSPOT_NAME } from '@noroshi/contract/hotspot/hotspot.http'
import type { SetupFacts } from '@noroshi/contract/setup/setup.http'
import { useText } from '../../platform/language/i18n.ts'
import { useUnit } from '../../platform/session/unit.ts'
import { linkForOthers } from '../../shared/admin/link-for-others.ts'
import { useHttpsInfo } from '../../shared/devices/https.queries.ts'
import { joinAddress } from '../../shared/devices/join-address.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import form from '../../ui/forms/form.module.css'
import { Notice } from '../../ui/states/notice.tsx'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import { JoinSheet } from './join-sheet.tsx'
import { wifiQuery } from './setup.queries.ts'

/** Max characters of the name of a Wi-Fi and of its passphrase (IEEE 802.11). */
const WIFI_NAME_MAX = 32
const PASSPHRASE_MAX = 63
/** The address that phones on the Wi-Fi of the server itself open. */
const HOTSPOT_ADDRESS = `http://${HOTSPOT_NAME}/join`

interface DialogProps {
  facts: Pick<SetupFacts, 'name' | 'readyPage'>
  onClose: () => void
}

/** Prints the sheet for the wall. What is typed about the Wi-Fi is on the paper only. */
export function JoinSheetDialog({ facts: { name, readyPage }, onClose }: DialogProps) {
  const text = useText()
  const { data: https, error, refetch } = useHttpsInfo()
  const { data: hotspot } = useQuery(wifiQuery)
  const [typedName, setTypedName] = useState<string | null>(null)
  const [typedPassphrase, setTypedPassphrase] = useState<string | null>(null)
  const wifi = typedName ?? hotspot?.name ?? ''
  const passphrase = typedPassphrase ?? hotspot?.passphrase ?? ''
  const [isPrinting, setPrinting] = useState(false)
  const unit = useUnit()
  const home = linkForOthers({ ...readyPage, link: readyPage.link.replace(/ready$/, '') }, window.location.href)
  const isHotspot = hotspot?.name === wifi && wifi !== ''
  const ownAddress = https ? joinAddress(https, window.location.hostname) : home.url
  const address = isHotspot ? HOTSPOT_ADDRESS : ownAddress
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text('setup.sheet')}
      hasUnsaved={(typedName ?? '') !== '' || (typedPassphrase ?? '') !== ''}
    >
      {https === undefined && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={2} />)}
      {https !== undefined && (
        <form
          className={form.fields}
          onSubmit={(event) => {
            event.preventDefault()
            setPrinting(true)
          }}
        >
          <p>{text('setup.sheet.note')}</p>
          {!home.isReachable && !isHotspot && <Notice>{text('admin.linkUnreachable')}</Notice>}
          {(unit?.canRegister === false || unit?.needsInvitation === true) && <Notice>{text('setup.sheet.closed')}</Notice>}
          <TextInput
            label={text('admin.optional', { field: text('setup.sheet.wifi') })}
            maxLength={WIFI_NAME_MAX}
            autoComplete="off"
            value={wifi}
            onChange={({ currentTarget }) => setTypedName(currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label={text('admin.optional', { field: text('setup.sheet.passphrase') })}
            description={hotspot ? undefined : text('setup.sheet.notStored')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={PASSPHRASE_MAX}
            autoComplete="off"
            spellCheck={false}
            value={passphrase}
            onChange={({ currentTarget }) => setTypedPassphrase(currentTarget.value)}
          />
          <p>{text('setup.sheet.address', { address })}</p>
          <Button type="submit" loading={isPrinting} leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}>
            {text('setup.sheet.print')}
          </Button>
        </form>
      )}
      {isPrinting && <JoinSheet content={{ name, address, wifi, passphrase, isHotspot }} onPrinted={() => setPrinting(false)} />}
    </Dialog>
  )
}
