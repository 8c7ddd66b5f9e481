import { ActionIcon } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { IconLink, IconPaperclip, IconPhoto, IconPhotoEdit, IconTable, IconTrash, IconVideo } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { type EditorButton, tableButtons, textButtons } from './editor-buttons.ts'
import { shortcutText } from '../../../platform/commands/shortcut-text.ts'
import { isLinkShortcut, LINK_SHORTCUT } from './editor-shortcuts.ts'
import { useActive } from './editor-state.ts'
import { EmbedDialog } from './embed-dialog.tsx'
import { EditorLinkDialog } from './editor-link-dialog.tsx'
import css from './page-editor.module.css'
import { PictureDialog } from './picture-dialog.tsx'

interface Props {
  editor: Editor
  /** Opens the file chooser. */
  onChoose: (accept: 'image/*' | undefined) => void
}

type Opened = 'link' | 'embed' | 'picture' | null

/**
 * Toolbar of the editor: one tab stop, arrow keys move between buttons. A second toolbar appears for a table or picture
 * at the cursor.
 */
export function EditorToolbar({ editor, onChoose }: Props) {
  const text = useText()
  const active = useActive(editor)
  const [opened, setOpened] = useState<Opened>(null)
  const render = (buttons: readonly EditorButton[]) =>
    buttons.map((button) => (
      <ButtonTool key={text(button.label, button.params)} button={button} editor={editor} active={active} />
    ))
  const insertTable = () => editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run()
  useEffect(() => {
    const { dom } = editor.view
    const openLink = (event: globalThis.KeyboardEvent) => {
      if (!isLinkShortcut(event)) return
      event.preventDefault() // the browser would focus its address bar
      setOpened('link')
    }
    dom.addEventListener('keydown', openLink)
    return () => dom.removeEventListener('keydown', openLink)
  }, [editor])
  const close = () => {
    setOpened(null)
    editor.commands.focus()
  }
  return (
    <div className={css.toolbars}>
      <Toolbar label={text('editor.toolbar')}>
        {textButtons.map((group) => (
          <span key={group[0]?.label} className={css.group}>
            {render(group)}
          </span>
        ))}
        <span className={css.group}>
          <Tool
            label={text('editor.link')}
            shortcut={LINK_SHORTCUT}
            isPressed={active.has('link')}
            onClick={() => setOpened('link')}
            icon={IconLink}
          />
          <Tool label={text('editor.picture')} onClick={() => onChoose('image/*')} icon={IconPhoto} />
          <Tool label={text('editor.document')} onClick={() => onChoose(undefined)} icon={IconPaperclip} />
          <Tool label={text('editor.embed')} onClick={() => setOpened('embed')} icon={IconVideo} />
          <Tool label={text('editor.table')} isDisabled={active.has('table')} onClick={insertTable} icon={IconTable} />
        </span>
      </Toolbar>
      {active.has('table') && <Toolbar label={text('editor.tableTools')}>{render(tableButtons)}</Toolbar>}
      {active.has('image') && (
        <Toolbar label={text('editor.pictureTools')}>
          <Tool label={text('editor.pictureEdit')} onClick={() => setOpened('picture')} icon={IconPhotoEdit} />
          <Tool
            label={text('editor.pictureDelete')}
            onClick={() => editor.chain().focus().deleteSelection().run()}
            icon={IconTrash}
          />
        </Toolbar>
      )}
      {opened === 'link' && <EditorLinkDialog editor={editor} onClose={close} />}
      {opened === 'embed' && <EmbedDialog editor={editor} onClose={close} />}
      {opened === 'picture' && <PictureDialog editor={editor} onClose={close} />}
    </div>
  )
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

const buttonsIn = (bar: HTMLElement): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>('button:not(:disabled)')]

/** Makes one button the tab stop of the toolbar. */
function setTabStop(bar: HTMLElement, stop: HTMLElement | undefined) {
  for (const button of bar.querySelectorAll<HTMLElement>('button')) button.tabIndex = button === stop ? 0 : -1
}

function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const move = moves[event.key]
    const buttons = buttonsIn(event.currentTarget)
    const at = buttons.findIndex((button) => button === document.activeElement)
    if (!move || at === -1) return
    event.preventDefault()
    buttons[move(at, buttons.length)]?.focus()
  }
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) => setTabStop(currentTarget, target)
  return (
    <div
      ref={(bar) => {
        if (bar && !bar.querySelector('button[tabindex="0"]:not(:disabled)')) setTabStop(bar, buttonsIn(bar)[0])
      }}
      className={css.toolbar}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      // Keeps the selection and the on-screen keyboard.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  )
}

interface ButtonToolProps {
  button: EditorButton
  editor: Editor
  active: ReadonlySet<string>
}

function ButtonTool({ button, editor, active }: ButtonToolProps) {
  const text = useText()
  return (
    <Tool
      label={text(button.label, button.params)}
      icon={button.icon}
      shortcut={button.shortcut}
      isPressed={button.pressedBy === undefined ? undefined : active.has(button.pressedBy)}
      isDisabled={button.needs !== undefined && !active.has(button.needs)}
      onClick={() => button.run(editor)}
    />
  )
}

interface ToolProps {
  label: string
  icon: EditorButton['icon']
  shortcut?: string | undefined
  isPressed?: boolean | undefined
  isDisabled?: boolean
  onClick: () => void
}

function Tool({ label, icon: Icon, shortcut, isPressed, isDisabled = false, onClick }: ToolProps) {
  const keyboard = shortcut === undefined ? null : shortcutText(shortcut)
  return (
    <ActionIcon
      className={css.tool}
      aria-label={label}
      title={keyboard ? `${label} (${keyboard.text})` : label}
      aria-keyshortcuts={keyboard?.keys}
      aria-pressed={isPressed}
      // Not `disabled`: the button would lose the focus at the last undo.
      aria-disabled={isDisabled || undefined}
      data-off={isDisabled || undefined}
      onClick={() => isDisabled || onClick()}
    >
      <Icon size={22} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
