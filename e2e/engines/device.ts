import type { Language } from '@noroshi/contract/i18n'

/** The engines beside Chromium, in which the journeys of this folder run. */
export type OtherEngine = 'firefox' | 'webkit'

type Text = string | RegExp

/**
 * The elements that a query finds, like a locator of Playwright, of which this is a part. An action waits for the first
 * visible element.
 */
export interface Part {
  getByRole(role: Role, options?: { name?: Text; exact?: boolean; level?: number }): Part
  getByText(text: Text, options?: { exact?: boolean }): Part
  getByLabel(text: Text, options?: { exact?: boolean }): Part
  locator(css: string): Part
  filter(options: { hasText: Text }): Part
  first(): Part
  last(): Part
  click(): Promise<void>
  /** Replaces the text of a field. */
  fill(text: string): Promise<void>
  setInputFiles(path: string): Promise<void>
  waitFor(options?: { state?: 'visible' | 'hidden' | 'attached' | 'detached'; timeout?: number }): Promise<void>
  count(): Promise<number>
  isVisible(): Promise<boolean>
  isEnabled(): Promise<boolean>
  textContent(): Promise<string | null>
  inputValue(): Promise<string>
  evaluate<Result>(read: (element: HTMLElement) => Result): Promise<Result>
}

export type Role =
  | 'alertdialog'
  | 'banner'
  | 'button'
  | 'combobox'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'listitem'
  | 'log'
  | 'main'
  | 'menuitem'
  | 'menuitemradio'
  | 'navigation'
  | 'option'
  | 'radio'
  | 'region'
  | 'status'
  | 'tab'
  | 'tabpanel'
  | 'textbox'
  | 'toolbar'

/** A browser of one of the engines with one page and, if it is signed in, one user. */
export interface Device extends AsyncDisposable {
  readonly engine: OtherEngine
  readonly name: string
  /** The whole page. */
  readonly screen: Pick<Part, 'getByRole' | 'getByText' | 'getByLabel' | 'locator'>
  open(path: string): Promise<void>
  reload(): Promise<void>
  /** The path of the page. */
  path(): Promise<string>
  /** Runs a function in the page. It uses nothing that is declared outside of it. */
  evaluate<Result>(work: () => Result | Promise<Result>): Promise<Result>
  evaluate<Result, Argument>(work: (argument: Argument) => Result | Promise<Result>, argument: Argument): Promise<Result>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  /** Presses a key, such as `Enter`. */
  press(key: Key): Promise<void>
  /** Presses an element with the mouse and releases it when the work is done. */
  hold(part: Part, work: () => Promise<void>): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Allows errors of the console that match. */
  allowError(pattern: RegExp): void
  /** The unexpected errors so far. */
  errors(): Promise<readonly string[]>
  screenshot(): Promise<Buffer>
}

export type Key = 'Enter' | 'Escape' | 'Tab' | 'End' | 'Home' | 'Backspace'

export interface DeviceOptions {
  readonly language?: Language
  /** The location of the device; without it, geolocation is denied. WebKitGTK has none in tests. */
  readonly location?: { latitude: number; longitude: number }
  readonly width?: number
  readonly height?: number
}
