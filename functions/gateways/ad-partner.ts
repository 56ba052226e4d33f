// The partner that places advertisements and data: it knows a company by a record, its organization.
import * as z from 'zod'
import { AppError } from '#shared/errors.ts'
import { boundedText } from './bounded-text.ts'
import type { KeptSecret } from './kept-secret.ts'
import { signalFor } from './time-left.ts'

/**
 * Where the partner is asked what. @NOTE paths, names of fields and that a reference is unique are ours: its real contract is not
 * confirmed. Once it is known, this table and the shapes of its answers are all that changes.
 */
const wire = { organizations: '/v1/organizations' } as const

const Organization = z.object({
  id: z.string().min(1).max(64),
  name: z.string().max(500),
  reference: z.string().max(200),
})
/** `reference`: what it was made for, in our words: the id of a company. */
export type Organization = z.output<typeof Organization>
const Found = z.object({ organizations: z.array(Organization) })

const TIMEOUT_MS = 8000
const MOST_BYTES = 1_000_000

const noAnswer = (cause?: unknown) =>
  new AppError('unavailable', 'The ad partner did not answer. Please try again later.', { cause })

/** Answered, and not with a failure of the partner's own: what is said counts. */
type Said = { status: number; body: unknown; isEmpty: boolean }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Options = { url?: string | undefined; keys: KeptSecret<{ adPartnerKey: string }>; timeoutMs?: number }

export function openAdPartner(options: Options) {
  /** With the key of the moment; one that is refused is read anew, once. */
  async function ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Said> {
    const used = await options.keys.current()
    const said = await askWith(used.adPartnerKey, method, path, body)
    const newer = said.status === 401 || said.status === 403 ? await options.keys.after(used) : undefined
    return newer ? askWith(newer.adPartnerKey, method, path, body) : said
  }

  async function askWith(key: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Said> {
    if (!options.url) throw new AppError('unavailable', 'There is no ad partner.')
    let response: Response
    try {
      response = await fetch(new URL(path, options.url), {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: signalFor(options.timeoutMs ?? TIMEOUT_MS),
        redirect: 'error',
      })
    } catch (cause) {
      throw noAnswer(cause)
    }
    const { status } = response
    if (status >= 500 || status === 429) throw noAnswer(new Error(`The ad partner answered ${status}.`))
    const text = await boundedText(response, MOST_BYTES).catch((cause: unknown) => {
      throw noAnswer(cause)
    })
    return { status, body: parse(text), isEmpty: text.trim() === '' }
  }

  function read<Answer extends z.ZodType>(answer: Answer, { status, body }: Said): z.output<Answer> {
    if (status >= 400) throw new AppError('unavailable', `The ad partner refused with ${status}.`)
    const parsed = answer.safeParse(body)
    if (!parsed.success) throw noAnswer(parsed.error)
    return parsed.data
  }

  async function find(id: string): Promise<Organization | undefined> {
    const said = await ask('GET', `${wire.organizations}/${encodeURIComponent(id)}`)
    return said.status === 404 ? undefined : read(Organization, said)
  }

  async function findByReference(reference: string): Promise<Organization | undefined> {
    const said = await ask('GET', `${wire.organizations}?reference=${encodeURIComponent(reference)}`)
    return read(Found, said).organizations.find((organization) => organization.reference === reference)
  }

  return {
    isThere: async (): Promise<boolean> => options.url !== undefined,
    /** The record of this id; undefined where the partner knows none. Throws `unavailable` when it cannot say. */
    find,
    /**
     * Makes the record of a reference, of which there is one at most: the one that there is answers a repeated request. After a lost
     * answer it is looked up. Throws `unavailable` where nothing is known of it: the same may then be asked again.
     */
    async create(wanted: { name: string; reference: string }): Promise<Organization> {
      try {
        const said = await ask('POST', wire.organizations, wanted)
        if (said.status !== 409) return read(Organization, said)
      } catch (error) {
        const made = await findByReference(wanted.reference).catch(() => undefined)
        if (made) return made
        throw error
      }
      const present = await findByReference(wanted.reference)
      if (!present) throw noAnswer()
      return present
    },
    /** Takes a record away; one that is gone already is no fault. Throws `unavailable` where it may still be there. */
    async remove(id: string): Promise<void> {
      try {
        const said = await ask('DELETE', `${wire.organizations}/${encodeURIComponent(id)}`)
        if (said.status === 404) return
        // A page of something in between says nothing of the record, also with a status of success.
        if (said.status < 300 && (said.isEmpty || said.body !== undefined)) return
        throw new AppError('unavailable', `The ad partner refused with ${said.status}.`)
      } catch (error) {
        const isThere = await find(id).catch(() => true)
        if (isThere) throw error
      }
    },
  }
}
export type AdPartner = ReturnType<typeof openAdPartner>
