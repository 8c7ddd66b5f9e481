import { Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconDownload,
  IconMessageReport,
  IconPhotoScan,
  IconPolygon,
  IconPrinter,
  IconRulerMeasure,
  IconStack2,
  IconUpload,
} from '@tabler/icons-react'
import type { MapShape } from '@noroshi/contract/community-map/map-shapes.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import css from './community-map.module.css'

/** The dialog over the map; `draw` with the line or area that is changed. */
export type OpenDialog =
  | { readonly dialog: 'legend' | 'report' | 'measure' | 'print' | 'save' | 'import' | 'pictures' }
  | { readonly dialog: 'draw'; readonly shape: MapShape | null }

/** The buttons above the map. */
export function MapTools({ isWide, onOpen }: { isWide: boolean; onOpen: (open: OpenDialog) => void }) {
  const text = useText()
  const isAdmin = useCurrentUser()?.isAdmin === true
  return (
    <div className={css.tools}>
      <Button
        leftSection={<IconMessageReport size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => onOpen({ dialog: 'report' })}
      >
        {text('fieldReports.new')}
      </Button>
      {!isWide && (
        <Button
          variant="default"
          leftSection={<IconStack2 size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => onOpen({ dialog: 'legend' })}
        >
          {text('communityMap.legend')}
        </Button>
      )}
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={18} stroke={2} aria-hidden="true" />}>
            {text('mapFiles.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRulerMeasure size={22} stroke={1.75} />} onClick={() => onOpen({ dialog: 'measure' })}>
            {text('mapShapes.measure')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={22} stroke={1.75} />} onClick={() => onOpen({ dialog: 'print' })}>
            {text('mapPrint.title')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={22} stroke={1.75} />} onClick={() => onOpen({ dialog: 'save' })}>
            {text('mapFiles.save')}
          </Menu.Item>
          {isAdmin && (
            <>
              <Menu.Item
                leftSection={<IconPolygon size={22} stroke={1.75} />}
                onClick={() => onOpen({ dialog: 'draw', shape: null })}
              >
                {text('mapShapes.draw')}
              </Menu.Item>
              <Menu.Item leftSection={<IconPhotoScan size={22} stroke={1.75} />} onClick={() => onOpen({ dialog: 'pictures' })}>
                {text('mapOverlays.menu')}
              </Menu.Item>
              <Menu.Item leftSection={<IconUpload size={22} stroke={1.75} />} onClick={() => onOpen({ dialog: 'import' })}>
                {text('mapFiles.import')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
