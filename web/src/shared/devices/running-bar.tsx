import type { ComponentProps, ComponentType, ReactNode } from 'react'
import css from './running-bar.module.css'

type Icon = ComponentType<{ size: number; stroke: number; 'aria-hidden'?: 'true' }>

interface BarProps {
  label: string
  /** What the user must know or answer, above the buttons. */
  notice?: ReactNode
  /** The name and the buttons; undefined in a bar that only has a notice. */
  children?: ReactNode
}

/** The bar of a running call or radio chat: a name, and its most important buttons. */
export const RunningBar = ({ label, notice, children }: BarProps) => (
  <section className={css.bar} aria-label={label} data-running>
    {notice}
    {children !== undefined && <div className={css.row}>{children}</div>}
  </section>
)

/** A notice in a bar. It contains a text and a button that closes it. */
export const RunningBarNotice = ({ children }: { children: ReactNode }) => <div className={css.notice}>{children}</div>

interface NameProps {
  icon: Icon
  name: string
  /** The state, below the name. */
  note: ReactNode
  /** Opens the screen; undefined where that would show nothing. */
  onOpen: (() => void) | undefined
}

/** The name and the state of what runs. A press opens its screen. */
export function RunningBarName({ icon: Icon, name, note, onOpen }: NameProps) {
  const content = (
    <>
      <Icon size={22} stroke={2} aria-hidden="true" />
      <span>
        <b className="one-line" translate="no">
          {name}
        </b>
        <span className="one-line">{note}</span>
      </span>
    </>
  )
  if (!onOpen) return <div className={css.name}>{content}</div>
  return (
    <button type="button" className={css.name} onClick={onOpen}>
      {content}
    </button>
  )
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'className'> {
  icon: Icon
  label: string
  /** Amber: others do not hear the user. */
  isWarning?: boolean
  /** Whether the user talks with it; undefined for a button that is no talk button. */
  isPressed?: boolean
  /** The light button that ends what runs. */
  isMain?: boolean
  isDisabled?: boolean
}

export function RunningBarButton(props: ButtonProps) {
  const { icon: Icon, label, isWarning = false, isPressed, isMain = false, isDisabled = false, ...handlers } = props
  return (
    <button
      type="button"
      className={css.button}
      data-warning={isWarning || undefined}
      data-main={isMain || undefined}
      aria-pressed={isPressed}
      disabled={isDisabled}
      {...handlers}
    >
      <Icon size={22} stroke={2} aria-hidden="true" />
      <span>{label}</span>
    </button>
  )
}
