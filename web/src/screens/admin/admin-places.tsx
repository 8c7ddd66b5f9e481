import { PlacesAdmin } from '../../features/places/admin/places-admin.tsx'

export function AdminPlaces() {
  return <PlacesAdmin />
}
