// One request to an outside tool: where configuration says that it lies, within a time, following nobody elsewhere, keeping at
// most a million bytes of what it says. Neither headers nor bodies are ever logged: both carry secrets or people.
import type * as z from 'zod'
import { retryAfterOf } from '#shared/leads/retries.ts'
import { cutText } from '#shared/text.ts'
import { boundedText } from '../bounded-text.ts'
import { howLong, signalFor, timeFor } from '../time-left.ts'
import { ToolFault } from './tool.ts'

/** Of one request. */
export const LIMIT_MS = 15_000
const MOST_BYTES = 1_000_000
const WORDS_MAX = 200
const OWN_NAME = 'LeadDelivery/1.0'

/** `isEmpty`: it has no body at all; one that is no JSON has one, and `json` is undefined. */
export type ToolAnswer = { status: number; headers: Headers; json: unknown; isEmpty: boolean }
type Asked = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as a form. */
  form?: Readonly<Record<string, string>>
}
export type ToolDoor = {
  /** The answer, no matter which. `path` begins with a slash. Throws `ToolFault` (retry) where there is none. */
  ask(path: string, asked?: Asked): Promise<ToolAnswer>
}
type DoorOptions = { name: string; url: string; limitMs?: number }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function openToolDoor({ name, url, limitMs = LIMIT_MS }: DoorOptions): ToolDoor {
  const base = url.replace(/\/$/, '')
  return {
    async ask(path, { method = 'GET', headers = {}, json, form } = {}) {
      const ms = timeFor(limitMs)
      const signal = signalFor(limitMs)
      try {
        const answer = await fetch(`${base}${path}`, {
          method,
          headers: {
            accept: 'application/json',
            'user-agent': OWN_NAME,
            ...(json !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(json !== undefined && { body: JSON.stringify(json) }),
          ...(form && { body: new URLSearchParams(form) }),
          redirect: 'error',
          signal,
        })
        const text = await boundedText(answer, MOST_BYTES)
        return { status: answer.status, headers: answer.headers, json: parse(text), isEmpty: text.trim() === '' }
      } catch {
        // What the engine says may hold the address, which may hold a name of the tenant's.
        const words = signal.aborted
          ? `${name} did not answer ${howLong(ms)}.`
          : // Whether it was asked at all is not known: it may have done what it was asked.
            `${name} gave no answer.`
        throw new ToolFault('retry', words)
      }
    },
  }
}

/** What a tool said, as one short line. */
export const wordsOf = (text: string): string => cutText(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), WORDS_MAX)

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** The sentence in an answer, by the names that tools give it; empty without one. */
export function sentenceOf(json: unknown): string {
  const { message, msg, error, errors } = Object(json) as Record<string, unknown>
  const parts = [message, msg, error, Object(error).message, ...(Array.isArray(errors) ? errors : [])].flatMap(
    (part) => (Array.isArray(part) ? part : [Object(part).message ?? part]),
  )
  return wordsOf(parts.find(isText) ?? '')
}

type Judging = {
  name: string
  now: () => number
  /** The sentence of an answer, where the tool has a form of its own. */
  sentence?: (json: unknown) => string
  /** Answers that mean that our credentials are worth nothing any more. */
  isDisconnected?: (answer: ToolAnswer) => boolean
}

/** Hands an answer of 2xx on. Throws what any other one means. */
export function judge(answer: ToolAnswer, { name, now, sentence = sentenceOf, isDisconnected }: Judging): ToolAnswer {
  const { status, headers, json } = answer
  if (status >= 200 && status < 300) return answer
  const said = sentence(json)
  const words = said === '' ? `${name} answered ${status}.` : said
  if (isDisconnected ? isDisconnected(answer) : status === 401) throw new ToolFault('disconnected', words, { status })
  const mayChange = status >= 500 || status === 408 || status === 425 || status === 429
  if (!mayChange) throw new ToolFault('dead', words, { status })
  throw new ToolFault('retry', words, { status, afterMs: retryAfterOf(headers.get('retry-after') ?? undefined, now()) })
}

/** What an answer of success holds, by its shape. Another shape is no answer: it may be the page of something in between. */
export function readAnswer<T extends z.ZodType>(shape: T, { status, json }: ToolAnswer, name: string): z.output<T> {
  const parsed = shape.safeParse(json)
  if (parsed.success) return parsed.data
  throw new ToolFault('retry', `${name} answered something that could not be read.`, { status })
}
