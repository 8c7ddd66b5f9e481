import type { WindowQuestion } from './window-questions.ts'

interface Shown extends NotificationOptions {
  readonly title: string
  readonly actions?: readonly { readonly action: string; readonly title: string }[]
  close(): void
}

/** The parts of a browser that the service worker uses, for tests. */
export class FakeBrowser {
  notifications: Shown[] = []
  /** The answer of the visible window to each question; null: no window. */
  answer: ((question: WindowQuestion) => boolean | Promise<boolean>) | null = null
  endpoint: string | null = 'https://push.example.net/1'
  readonly opened: string[] = []
  readonly questions: WindowQuestion[] = []
  readonly requests: { readonly address: string; readonly headers: Record<string, string>; readonly body: string | undefined }[] =
    []
  status = 200
  /** The code of the error replies. */
  errorCode = 'internal'
  /** The statuses of the next replies, before `status`. */
  failures: number[] = []
  hasSync = true
  /** The tags of Background Sync that were registered. */
  readonly syncs: string[] = []

  readonly navigator = { language: 'en-US' }
  readonly registration = {
    sync: { register: async (tag: string) => (this.hasSync ? void this.syncs.push(tag) : Promise.reject(new Error('off'))) },
    showNotification: async (title: string, options: NotificationOptions) => {
      const shown: Shown = { ...options, title, close: () => this.#close(shown) }
      this.notifications = [...this.notifications.filter(({ tag }) => tag !== options.tag), shown]
    },
    getNotifications: async ({ tag }: { tag?: string } = {}) =>
      this.notifications.filter((shown) => tag === undefined || shown.tag === tag),
    pushManager: {
      getSubscription: async () =>
        this.endpoint === null ? null : { endpoint: this.endpoint, unsubscribe: async () => (this.endpoint = null) },
    },
  }
  readonly clients = {
    matchAll: async () => (this.answer === null ? [] : [this.#window(this.answer)]),
    openWindow: async (path: string) => void this.opened.push(path),
  }

  readonly fetch = async (address: string, { headers, body }: { headers: Record<string, string>; body?: string }) => {
    this.requests.push({ address, headers, body })
    return Response.json({ code: this.errorCode }, { status: this.failures.shift() ?? this.status })
  }

  #close = (closed: Shown) => {
    this.notifications = this.notifications.filter((shown) => shown !== closed)
  }

  #window(answer: (question: WindowQuestion) => boolean | Promise<boolean>) {
    const client = {
      visibilityState: 'visible',
      focused: true,
      focus: async () => client,
      postMessage: (question: WindowQuestion, [port]: MessagePort[]) => {
        this.questions.push(question)
        void Promise.resolve(answer(question)).then((reply) => {
          port?.postMessage(reply)
          port?.close()
        })
      },
    }
    return client
  }

  get summary() {
    return this.notifications.map(({ tag, body, silent }) => ({ tag, body, isSilent: silent === true }))
  }
}
