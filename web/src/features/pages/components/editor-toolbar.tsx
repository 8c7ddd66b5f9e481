import { ActionIcon } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { IconLink, IconPaperclip, IconPhoto, IconPhotoEdit, IconTable, IconTrash, IconVideo } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { type EditorKey, tableKeys, textKeys } from '../editor-keys.ts'
import { useActive } from '../editor-state.ts'
import { EmbedDialog } from './embed-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import css from './page-editor.module.css'
import { PictureDialog } from './picture-dialog.tsx'

interface Props {
  editor: Editor
  /** Opens the chooser of files. */
  onChoose: (accept: 'image/*' | undefined) => void
}

type Opened = 'link' | 'embed' | 'picture' | null

/** The keys of the editor: one stop of the tab key, arrows between them. Below them those of the table or picture at the cursor. */
export function EditorToolbar({ editor, onChoose }: Props) {
  const text = useText()
  const active = useActive(editor)
  const [opened, setOpened] = useState<Opened>(null)
  const draw = (keys: readonly EditorKey[]) =>
    keys.map((key) => <Key key={text(key.label, key.params)} of={key} editor={editor} active={active} />)
  const insertTable = () => editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run()
  const close = () => {
    setOpened(null)
    editor.commands.focus()
  }
  return (
    <div className={css.toolbars}>
      <Toolbar label={text('editor.toolbar')}>
        {textKeys.map((group) => (
          <span key={group[0]?.label} className={css.group}>
            {draw(group)}
          </span>
        ))}
        <span className={css.group}>
          <Tool label={text('editor.link')} isPressed={active.has('link')} onClick={() => setOpened('link')} icon={IconLink} />
          <Tool label={text('editor.picture')} onClick={() => onChoose('image/*')} icon={IconPhoto} />
          <Tool label={text('editor.document')} onClick={() => onChoose(undefined)} icon={IconPaperclip} />
          <Tool label={text('editor.embed')} onClick={() => setOpened('embed')} icon={IconVideo} />
          <Tool label={text('editor.table')} isDisabled={active.has('table')} onClick={insertTable} icon={IconTable} />
        </span>
      </Toolbar>
      {active.has('table') && <Toolbar label={text('editor.tableTools')}>{draw(tableKeys)}</Toolbar>}
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
      {opened === 'link' && <LinkDialog editor={editor} onClose={close} />}
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

const keysIn = (bar: HTMLElement): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>('button:not(:disabled)')]

/** Only the key that had the focus last can be reached by the tab key; at first the first one. */
function stopAt(bar: HTMLElement, key: HTMLElement | undefined) {
  for (const each of bar.querySelectorAll<HTMLElement>('button')) each.tabIndex = each === key ? 0 : -1
}

function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const move = moves[event.key]
    const keys = keysIn(event.currentTarget)
    const at = keys.findIndex((key) => key === document.activeElement)
    if (!move || at === -1) return
    event.preventDefault()
    keys[move(at, keys.length)]?.focus()
  }
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) => stopAt(currentTarget, target)
  return (
    <div
      ref={(bar) => {
        if (bar && !bar.querySelector('button[tabindex="0"]:not(:disabled)')) stopAt(bar, keysIn(bar)[0])
      }}
      className={css.toolbar}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      // The words stay chosen, and a phone's keyboard stays where it is.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  )
}

function Key({ of: key, editor, active }: { of: EditorKey; editor: Editor; active: ReadonlySet<string> }) {
  const text = useText()
  return (
    <Tool
      label={text(key.label, key.params)}
      icon={key.icon}
      isPressed={key.pressedBy === undefined ? undefined : active.has(key.pressedBy)}
      isDisabled={key.needs !== undefined && !active.has(key.needs)}
      onClick={() => key.run(editor)}
    />
  )
}

interface ToolProps {
  label: string
  icon: EditorKey['icon']
  isPressed?: boolean | undefined
  isDisabled?: boolean
  onClick: () => void
}

function Tool({ label, icon: Icon, isPressed, isDisabled = false, onClick }: ToolProps) {
  return (
    <ActionIcon
      className={css.tool}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      // Not `disabled`: the focus would be lost at the last undo.
      aria-disabled={isDisabled || undefined}
      data-off={isDisabled || undefined}
      onClick={() => isDisabled || onClick()}
    >
      <Icon size={22} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
