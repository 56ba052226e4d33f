// Which work a line of the log is of: carried through all that the work awaits, and with the messages that it sends.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { SQSRecord } from 'aws-lambda'

/** What began it: the request or the run of a schedule, and the company at whose address it was asked for. It travels with messages. */
export type Origin = { rid?: string | undefined; tenant?: string | undefined }
export type Trace = Origin & {
  job?: string
  schedule?: string
  mid?: string
  /** Whose work it is. */
  company?: string | undefined
  /** The one thing that it is about. */
  subject?: string | undefined
}

const working = new AsyncLocalStorage<Trace>()

/** Does some work under its name. What becomes known of it meanwhile, such as its tenant, is written into `trace`. */
export const inTrace = <Result>(trace: Trace, work: () => Result): Result => working.run(trace, work)

export const traceNow = (): Trace => working.getStore() ?? {}

/** Name of the attribute of a message that says where it came from. */
const ORIGIN = 'origin'
const word = /^[\w.:@-]{1,80}$/
const kept = (text: string | undefined) => (text && word.test(text) ? text : '')

/** What began the work in hand, as messages carry it: `<request> <tenant>`; empty for nothing. */
export const originText = (): string => originTextOf(traceNow())
export const originTextOf = ({ rid, tenant }: Origin): string => {
  const text = `${kept(rid) || '-'} ${kept(tenant) || '-'}`
  return text === '- -' ? '' : text
}

export function readOrigin(text: string | undefined): Origin {
  const [rid = '', tenant = ''] = (text ?? '').split(' ').map(kept)
  return { ...(rid && rid !== '-' && { rid }), ...(tenant && tenant !== '-' && { tenant }) }
}

/** What no record says, such as one that was sent before there were origins, is nobody's. */
export const originOf = ({ messageAttributes }: Partial<Pick<SQSRecord, 'messageAttributes'>>): Origin =>
  readOrigin(messageAttributes?.[ORIGIN]?.stringValue)

/** What began several messages that are worked on together, as far as they agree on it. */
export function commonOrigin([first = {}, ...others]: readonly Origin[]): Origin {
  const agreed = (field: keyof Origin) =>
    others.every((each) => each[field] === first[field]) ? first[field] : undefined
  return { rid: agreed('rid'), tenant: agreed('tenant') }
}
