import { HotspotArea } from '../../features/hotspot/components/hotspot-area.tsx'

export function AdminHotspot() {
  return <HotspotArea />
}
