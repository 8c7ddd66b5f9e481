import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

export const DOMAIN = 'localhost'
const STREAM = `<?xml version='1.0'?><stream:stream to='${DOMAIN}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`
/** Milliseconds that an answer may take. */
const PATIENCE = 30_000

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Somebody at an XMPP server, who writes one message after the other and waits for each until the server has taken it (XEP-0198). */
export class XmppWriter {
  readonly #socket: Socket
  #heard = ''
  #hears: () => void = () => undefined
  #sent = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('utf8').setNoDelay(true)
    socket.on('data', (said: string) => {
      this.#heard += said
      this.#hears()
    })
  }

  static async signedIn(port: number, name: string, password: string): Promise<XmppWriter> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const writer = new XmppWriter(socket)
    await writer.#asks(STREAM, /<\/stream:features>/)
    const plain = Buffer.from(`\0${name}\0${password}`).toString('base64')
    await writer.#asks(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${plain}</auth>`, /<success[^>]*>/)
    await writer.#asks(STREAM, /<\/stream:features>/)
    await writer.#asks(`<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`, /<jid>[^<]*<\/jid>/)
    await writer.#asks(`<enable xmlns='urn:xmpp:sm:3'/>`, /<enabled [^>]*>/)
    return writer
  }

  /** Until the server has acknowledged it; by then it stands in the archives of both. */
  async writes(recipient: string, words: string): Promise<void> {
    this.#sent += 1
    const message = `<message type='chat' to='${recipient}@${DOMAIN}' id='m${this.#sent}'><body>${escaped(words)}</body></message>`
    const [taken] = await this.#asks(`${message}<r xmlns='urn:xmpp:sm:3'/>`, /<a [^>]*>/)
    if (!taken.includes(`h='${this.#sent}'`)) throw new Error(`of ${this.#sent} messages it took: ${taken}`)
  }

  /** How many messages this person's archive holds (XEP-0313). */
  async archived(): Promise<number> {
    const page = `<set xmlns='http://jabber.org/protocol/rsm'><max>0</max></set>`
    const query = `<iq type='set' id='count'><query xmlns='urn:xmpp:mam:2'>${page}</query></iq>`
    this.#sent += 1 // a stanza of the stream, as the messages are
    const [, count] = await this.#asks(query, /<count>(\d+)<\/count>/)
    return Number(count)
  }

  ends(): void {
    this.#socket.destroy()
  }

  async #asks(said: string, answer: RegExp): Promise<RegExpExecArray> {
    this.#socket.write(said)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${answer} in: ${this.#heard}`)), PATIENCE)
      this.#hears = () => {
        const found = answer.exec(this.#heard)
        if (!found) return
        clearTimeout(timer)
        this.#heard = this.#heard.slice(found.index + found[0].length)
        resolve(found)
      }
      this.#hears()
    })
  }
}
