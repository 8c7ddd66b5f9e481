import { useUnit } from '../platform/unit.ts'

/** What the browser's tab says: the page, and the unit that it belongs to. */
export function PageTitle({ children: page }: { children?: string | undefined }) {
  const unit = useUnit()?.name ?? 'Noroshi'
  return <title>{page ? `${page} · ${unit}` : unit}</title>
}
