import { queryOptions } from '@tanstack/react-query'
import { type SelfServicePlace, selfServiceRoutes } from '@noroshi/contract/reception/self-service.http'
import { call } from '../../../platform/connection/http.ts'

/** The link of the QR code at the entrance, for the staff. */
export const selfServiceLinkQuery = (placeId: string) =>
  queryOptions({
    queryKey: ['reception', placeId, 'selfService'] as const,
    queryFn: () => call(selfServiceRoutes.read, { params: { placeId } }),
  })

/** The shelter of a QR code, and who of the user's people is there. */
export const selfServiceQuery = (place: SelfServicePlace) =>
  queryOptions({
    queryKey: ['reception', place.placeId, 'selfServiceView', place.code] as const,
    queryFn: () => call(selfServiceRoutes.look, { body: place }),
    refetchInterval: false,
    retry: false,
  })
