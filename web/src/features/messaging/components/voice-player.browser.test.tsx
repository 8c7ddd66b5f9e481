import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { wav } from '../../../testing/wav.ts'
import { TopSlot } from '../../../ui/dialogs/top-slot.tsx'
import { playingNote } from '../playing-note.ts'
import { stopNote } from '../voice-playback.ts'
import { VoiceNoteBar } from './voice-note-bar.tsx'
import { VoicePlayer } from './voice-player.tsx'

let urls: string[] = []
const senders = ['Aiko', 'Ben', 'Chika']
const players = page.getByRole('listitem')
const button = (index: number, name: string) => players.nth(index).getByRole('button', { name, exact: true })
const bar = page.getByRole('region', { name: 'Voice message' })

/** A chat that the user can leave, with the bars of the window. */
function Chat({ urls: shown }: { urls: readonly string[] }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <TopSlot isWindow />
      <VoiceNoteBar />
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Leave' : 'Return'}
      </button>
      {isOpen && (
        <ul>
          {shown.map((url, index) => (
            <li key={url}>
              <VoicePlayer url={url} name={`${index}.wav`} size={10_000} sender={senders[index] ?? null} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const open = async (...seconds: number[]) => {
  urls = seconds.map((each) => URL.createObjectURL(wav(each)))
  await renderPage(<Chat urls={urls} />)
  await expect.element(players.nth(0).getByText(/0:0\d/)).toBeVisible()
}
const playingUrl = () => playingNote.get()?.note.url

beforeEach(() => stopNote())
afterEach(() => {
  stopNote()
  for (const url of urls) URL.revokeObjectURL(url)
})

test('a note shows its length and its waveform before it is played', async () => {
  await open(4)
  await expect.element(players.nth(0).getByText('0:04')).toBeVisible()
  const bars = () =>
    [...players.nth(0).element().querySelectorAll<HTMLElement>('[aria-hidden] > span')].map(({ style }) => style.height)
  await expect.poll(() => bars().length).toBe(40)
  expect(bars().at(5)).toBe('8%')
  expect(Number.parseFloat(bars().at(35) ?? '')).toBeGreaterThan(90)
})

test('the waveform shows the focus of its invisible slider', async () => {
  await open(1)
  const waveform = () => players.nth(0).element().querySelector<HTMLElement>('input + span')
  await expect.poll(waveform).not.toBeNull()
  const outline = () => getComputedStyle(waveform() ?? document.body).outlineStyle
  expect(outline()).toBe('none')
  ;(button(0, 'Play').element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(players.nth(0).getByRole('slider')).toHaveFocus()
  expect(outline()).toBe('solid')
})

test('the next note of the chat follows, and the last one ends', async () => {
  await open(1, 1)
  await button(0, 'Play').click()
  await expect.element(button(0, 'Pause')).toBeVisible()
  expect(playingUrl()).toBe(urls[0])
  await expect.element(button(1, 'Pause'), { timeout: 5000 }).toBeVisible()
  await expect.element(button(0, 'Play')).toBeVisible()
  await expect.poll(playingUrl, { timeout: 5000 }).toBeUndefined()
  await expect.element(button(1, 'Play')).toBeVisible()
})

test('one note plays at a time, and a press pauses it', async () => {
  await open(9, 9)
  await button(0, 'Play').click()
  await button(1, 'Play').click()
  await expect.element(button(1, 'Pause')).toBeVisible()
  await expect.element(button(0, 'Play')).toBeVisible()
  await button(1, 'Pause').click()
  await expect.element(button(1, 'Play')).toBeVisible()
  expect(playingUrl()).toBe(urls[1])
})

test('the speed is 1, 1.5 and 2 times, and the next note keeps it', async () => {
  await open(9, 9)
  await button(0, 'Play').click()
  await button(0, 'Speed 1×').click()
  await button(0, 'Speed 1.5×').click()
  await expect.element(button(0, 'Speed 2×')).toBeVisible()
  await button(1, 'Play').click()
  const element = document.querySelector<HTMLAudioElement>('body > audio')
  await expect.poll(() => element?.playbackRate).toBe(2)
  await button(1, 'Speed 2×').click()
  await expect.element(button(1, 'Speed 1×')).toBeVisible()
})

test('a key moves the position', async () => {
  await open(9)
  await expect.element(players.nth(0).getByText('0:09')).toBeVisible()
  const position = players.nth(0).getByRole('slider', { name: 'Playback position' })
  const slider = position.element()
  if (slider instanceof HTMLElement) slider.focus()
  await userEvent.keyboard('{Home}{ArrowRight}')
  await expect.poll(() => playingNote.get()?.at).toBe(0.1)
  await userEvent.keyboard('{End}')
  await expect.poll(() => playingNote.get()?.at).toBe(9)
})

test('a note that plays goes on in a bar when its chat is left, continues with the next one, and is in its chat again', async () => {
  await open(1, 9)
  await button(0, 'Play').click()
  await expect.element(button(0, 'Pause')).toBeVisible()
  expect(bar.query()).toBeNull()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.element(bar.getByText('Aiko')).toBeVisible()
  await expect.element(bar.getByText('Ben'), { timeout: 5000 }).toBeVisible()
  await bar.getByRole('button', { name: 'Pause' }).click()
  await bar.getByRole('button', { name: 'Play' }).click()
  await page.getByRole('button', { name: 'Return' }).click()
  await expect.element(button(1, 'Pause')).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
})

test('the bar ends the note, and a paused note has none', async () => {
  await open(9)
  await button(0, 'Play').click()
  await expect.element(button(0, 'Pause')).toBeVisible()
  await page.getByRole('button', { name: 'Leave' }).click()
  await bar.getByRole('button', { name: 'Close' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Return' }).click()
  await button(0, 'Play').click()
  await button(0, 'Pause').click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(playingUrl).toBeUndefined()
})
