// Takes every mail that the platform sends on this machine, and delivers none of them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Address, addressParser } from 'postal-mime'
import { SMTPServer, type SMTPServerError, type SMTPServerSession } from 'smtp-server'
import { decodeTime, monotonicFactory } from 'ulid'

export type MailSummary = { id: string; receivedAt: number; from: string; to: string[]; subject: string }
export type Mail = MailSummary & {
  html: string | undefined
  text: string | undefined
  headers: { name: string; value: string }[]
  attachments: { name: string; type: string; contentId: string | undefined; content: Uint8Array<ArrayBuffer> }[]
  raw: Buffer
}

export type MailSink = {
  port: number
  /** Newest first. */
  list(): Promise<MailSummary[]>
  get(id: string): Promise<Mail | undefined>
  clear(): void
  /** The next mails are refused with this SMTP reply, so that a failing mail server can be tried. */
  refuse(times: number, code?: number): void
  stop(): Promise<void>
}

/** Where mails are kept: `.eml` files that any mail program opens, or memory. */
function openShelf(dir: string | null) {
  if (dir === null) {
    const mails = new Map<string, Buffer>()
    return {
      put: (id: string, raw: Buffer) => void mails.set(id, raw),
      get: (id: string) => mails.get(id),
      ids: () => [...mails.keys()],
      clear: () => mails.clear(),
    }
  }
  mkdirSync(dir, { recursive: true })
  const ids = () =>
    readdirSync(dir).flatMap((name) => (/^[0-9A-Z]{26}\.eml$/.test(name) ? name.slice(0, -'.eml'.length) : []))
  const fileOf = (id: string) => join(dir, `${id}.eml`)
  return {
    put: (id: string, raw: Buffer) => writeFileSync(fileOf(id), raw),
    // Only a name that is listed is ever opened: the id comes from an address.
    get: (id: string) => (ids().includes(id) ? readFileSync(fileOf(id)) : undefined),
    ids,
    clear() {
      for (const id of ids()) rmSync(fileOf(id), { force: true })
    },
  }
}

const toText = (address: Address | undefined) =>
  address?.name && address.address ? `${address.name} <${address.address}>` : (address?.address ?? address?.name ?? '')

async function parseMail(id: string, raw: Buffer): Promise<Mail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  const delivered = mail.headers.find((header) => header.key === 'delivered-to')?.value ?? ''
  return {
    id,
    receivedAt: decodeTime(id),
    from: toText(mail.from),
    to: addressParser(delivered).map(toText),
    subject: mail.subject ?? '',
    html: mail.html,
    text: mail.text,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: mail.attachments.map((attachment) => ({
      name: attachment.filename ?? 'attachment',
      type: attachment.mimeType,
      contentId: attachment.contentId?.replace(/^<|>$/g, ''),
      // @NOTE: `attachmentEncoding: 'arraybuffer'` above is what makes this bytes and not text.
      content: new Uint8Array(attachment.content as ArrayBuffer),
    })),
    raw,
  }
}

/** What a receiving server adds on delivery; the recipients of a blind copy stand nowhere else. */
function addEnvelope({ envelope }: SMTPServerSession, raw: Buffer): Buffer {
  const from = envelope.mailFrom ? envelope.mailFrom.address : ''
  const to = envelope.rcptTo.map(({ address }) => address).join(', ')
  return Buffer.concat([Buffer.from(`Return-Path: <${from}>\r\nDelivered-To: ${to}\r\n`), raw])
}

/** Greets at once: the server that it is made of waits a tenth of a second for senders that talk too soon, which concerns nobody here. */
class PromptServer extends SMTPServer {
  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    super.connect(socket, options)
    const connection = [...this.connections].at(-1)
    if (!connection) return
    const greet = connection.connectionReady.bind(connection)
    // The timer that was set meanwhile finds nothing left to do.
    connection.connectionReady = () => undefined
    greet()
  }
}

export async function startMailSink(options: { dir: string | null; port?: number }): Promise<MailSink> {
  const shelf = openShelf(options.dir)
  const nextId = monotonicFactory()
  let toRefuse = { times: 0, code: 451 }
  const server = new PromptServer({
    disableReverseLookup: true,
    // Any name and password is right, and none is too: an agency's own SMTP settings are tried against this sink.
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username || 'anyone' }),
    disabledCommands: ['STARTTLS'],
    size: 30 * 1024 * 1024,
    closeTimeout: 1000,
    logger: false,
    onData(stream, session, callback) {
      buffer(stream).then((raw) => {
        if (toRefuse.times > 0) {
          toRefuse.times -= 1
          const error: SMTPServerError = new Error('Refused on request')
          error.responseCode = toRefuse.code
          return callback(error)
        }
        if (stream.sizeExceeded) return callback(new Error('The mail is larger than 30 MB'))
        shelf.put(nextId(), addEnvelope(session, raw))
        callback()
      }, callback)
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    const socket = server.listen(options.port ?? 0, '127.0.0.1', () => {
      const address = socket.address()
      resolve(address && typeof address === 'object' ? address.port : 0)
    })
  })
  // A sender that hangs up in the middle must not end the whole environment.
  server.on('error', (error: Error) => console.error('The mail sink lost a connection.', error.message))

  const summaries = new Map<string, MailSummary>()
  return {
    port,
    async list() {
      const ids = shelf.ids().sort().reverse()
      return Promise.all(
        ids.map(async (id) => {
          const known = summaries.get(id)
          if (known) return known
          const { receivedAt, from, to, subject } = await parseMail(id, shelf.get(id) ?? Buffer.alloc(0))
          const summary = { id, receivedAt, from, to, subject }
          summaries.set(id, summary)
          return summary
        }),
      )
    },
    async get(id) {
      const raw = shelf.get(id)
      return raw && parseMail(id, raw)
    },
    clear() {
      shelf.clear()
      summaries.clear()
    },
    refuse(times, code = 451) {
      toRefuse = { times, code }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
