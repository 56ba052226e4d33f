// A name server of one machine: answers what it was told over UDP, in the real protocol (RFC 1035, CAA by RFC 8659).
import { createSocket } from 'node:dgram'

export type DnsRecord =
  | { type: 'CNAME'; value: string }
  | { type: 'TXT'; value: string }
  | { type: 'A'; value: string }
  | { type: 'CAA'; value: string }

const numbers = { A: 1, CNAME: 5, TXT: 16, CAA: 257 } as const
const codes = { ok: 0, broken: 2, unknown: 3 } as const
const QUERY_HEAD = 12

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function readName(message: Buffer, from: number): { name: string; end: number } {
  const labels: string[] = []
  let at = from
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function dataOf({ type, value }: DnsRecord): Buffer {
  if (type === 'CNAME') return nameBytes(value)
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'TXT') return Buffer.concat([Buffer.from([value.length]), Buffer.from(value)])
  return Buffer.concat([Buffer.from([0, 5]), Buffer.from('issue'), Buffer.from(value)])
}

function answerBytes(name: string, record: DnsRecord): Buffer {
  const data = dataOf(record)
  const head = Buffer.alloc(10)
  head.writeUInt16BE(numbers[record.type], 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt32BE(1, 4)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([nameBytes(name), head, data])
}

export async function startDns() {
  const records = new Map<string, DnsRecord[]>()
  const broken = new Set<string>()
  /** Texts that somebody makes up while they are asked for, beside those that were set. */
  let textsOf = async (_: string): Promise<string[]> => []
  const socket = createSocket('udp4')
  let isOpen = true

  /** A question for another type is answered with the CNAME too, as name servers do. */
  function answersTo(name: string, type: number): { name: string; record: DnsRecord }[] {
    const own = (records.get(name) ?? []).filter((record) => numbers[record.type] === type || record.type === 'CNAME')
    return own.map((record) => ({ name, record }))
  }

  socket.on('message', async (query, peer) => {
    const { name, end } = readName(query, QUERY_HEAD)
    const type = query.readUInt16BE(end)
    const texts = type === numbers.TXT ? await textsOf(name).catch(() => undefined) : []
    // A question may come again, or be thought about, while the server stops: nobody waits for its answer any more.
    if (!isOpen) return
    const more = (texts ?? []).map((value) => ({ name, record: { type: 'TXT', value } as const }))
    const isBroken = broken.has(name) || !texts
    const answers = isBroken ? [] : [...answersTo(name, type), ...more]
    const isKnown = records.has(name) || answers.length > 0
    const code = isBroken ? codes.broken : isKnown ? codes.ok : codes.unknown
    const head = Buffer.alloc(QUERY_HEAD)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8180 | code, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(answers.length, 6)
    const question = query.subarray(QUERY_HEAD, end + 4)
    socket.send(
      Buffer.concat([head, question, ...answers.map((answer) => answerBytes(answer.name, answer.record))]),
      peer.port,
      peer.address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))

  return {
    /** For `Resolver.setServers`. */
    server: `127.0.0.1:${socket.address().port}`,
    set: (name: string, ...own: DnsRecord[]) => void records.set(name, own),
    remove: (name: string) => void records.delete(name),
    answerTexts(texts: typeof textsOf): void {
      textsOf = texts
    },
    /** From now on questions about this name fail at the server. */
    breakName: (name: string) => void broken.add(name),
    mendName: (name: string) => void broken.delete(name),
    /** Where a name's CNAME records end. */
    endOf(name: string): string {
      const seen = new Set<string>()
      let at = name
      for (
        let next = cnameOf(records.get(at));
        next !== undefined && !seen.has(next);
        next = cnameOf(records.get(at))
      ) {
        seen.add(next)
        at = next
      }
      return at
    },
    stop: () => {
      isOpen = false
      return new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}

const cnameOf = (own: DnsRecord[] | undefined) => own?.find((record) => record.type === 'CNAME')?.value
