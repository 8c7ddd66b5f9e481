import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import type { Place } from '@noroshi/contract/places/places.http'
import type { ShelterRole } from '@noroshi/contract/reception/people'
import { selfServiceRoutes } from '@noroshi/contract/reception/self-service.http'
import { call } from '../../../platform/connection/http.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { linkForOthers, type OwnLink } from '../../../shared/admin/link-for-others.ts'
import { LinkSheet } from '../../../shared/admin/link-sheet.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import css from '../components/reception.module.css'
import { selfServiceLinkQuery } from './self-service.queries.ts'

interface Props {
  readonly place: Place
  readonly role: ShelterRole
}

/** Lets people receive themselves by a QR code at the entrance, which is printed here. */
export function SelfServiceCard({ place, role }: Props) {
  const text = useText()
  const { data, error, refetch } = useQuery(selfServiceLinkQuery(place.id))
  return (
    <Card className={css.part}>
      <h2>{text('selfService.title')}</h2>
      {data ? (
        <State place={place} role={role} link={data.link} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={text('selfService.loadFailed')} />
      ) : (
        <ListSkeleton rows={1} />
      )}
    </Card>
  )
}

type Reply = z.output<typeof selfServiceRoutes.read.reply>

function State({ place, role, link }: Props & Reply) {
  const text = useText()
  const cache = useQueryClient()
  const viewer = useCurrentUser()
  const isManager = can(viewer, 'reception:manage', { role })
  const [isAsking, setAsking] = useState(false)
  const params = { placeId: place.id }
  const { queryKey } = selfServiceLinkQuery(place.id)
  const store = (stored: Reply) => {
    cache.setQueryData(queryKey, stored)
    setAsking(false)
    toastSuccess('selfService.saved')
  }
  const turnOn = useMutation({ mutationFn: () => call(selfServiceRoutes.turnOn, { params }), onSuccess: store })
  const turnOff = useMutation({
    mutationFn: () => call(selfServiceRoutes.turnOff, { params }),
    onSuccess: () => store({ link: null }),
  })
  const isBusy = turnOn.isPending || turnOff.isPending
  if (link === null) {
    return (
      <>
        <p className={css.quiet}>{text('selfService.offNote')}</p>
        {isManager ? (
          <span className={css.buttons}>
            <Button variant="default" loading={isBusy} onClick={() => turnOn.mutate()}>
              {text('selfService.turnOn')}
            </Button>
          </span>
        ) : (
          <p className={css.quiet}>{text('selfService.managerOnly')}</p>
        )}
      </>
    )
  }
  return (
    <>
      <p className={css.quiet}>{text('selfService.onNote')}</p>
      <Code place={place} link={link} />
      {isManager && (
        <span className={css.buttons}>
          <Button variant="default" disabled={isBusy} onClick={() => setAsking(true)}>
            {text('selfService.renew')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => turnOff.mutate()}>
            {text('selfService.turnOff')}
          </Button>
        </span>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => turnOn.mutate()}
        title={text('selfService.renewConfirm')}
        confirmLabel={text('selfService.renew')}
        isBusy={isBusy}
      >
        {text('selfService.renewNote')}
      </ConfirmDialog>
    </>
  )
}

/** The QR code on the screen, and on paper. */
function Code({ place, link }: { place: Place; link: OwnLink }) {
  const text = useText()
  const [isPrinting, setPrinting] = useState(false)
  const { url, isReachable } = linkForOthers(link, window.location.href)
  if (!isReachable) return <Notice>{text('admin.linkUnreachable')}</Notice>
  const notes = [text('selfService.title'), text('selfService.sheetEnter')]
  return (
    <>
      <div className={css.qr}>
        <QrCode address={url} label={text('selfService.qr')} />
      </div>
      <span className={css.buttons}>
        <Button loading={isPrinting} onClick={() => setPrinting(true)}>
          {text('selfService.print')}
        </Button>
      </span>
      {isPrinting && <LinkSheet links={[{ id: place.id, name: place.name, notes, url }]} onPrinted={() => setPrinting(false)} />}
    </>
  )
}
