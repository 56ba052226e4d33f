// Small secrets that we must be able to read again, such as an authenticator's, lie sealed in the table: AES-256-GCM under
// a key that is not in the table. The owner's id is bound in, so that a box copied to another person does not open.
// It has a secret of its own, which only those functions may read that seal (infra/powers.ts).
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { fixedSecret, type KeptSecret } from './kept-secret.ts'

export type Sealer = {
  seal(text: string, owner: string): Promise<string>
  unseal(box: string, owner: string): Promise<string>
  /** A hash that nobody can find the text of by trying, because it takes our key: for short codes. */
  mac(text: string, owner: string): Promise<string>
}

/** 32 bytes as base64url. */
export const SealingKey = z.string().regex(/^[\w-]{43}$/, 'It is not 32 bytes as base64url.')

/**
 * The keys of one platform. `npm run operator -- sealing-key` takes it from one state to the next: `next` is known to everybody before it
 * seals, and those of `earlier` open what they sealed until nothing of theirs is left. All times are ms.
 */
const SealingRing = z.object({
  /** Seals. */
  current: SealingKey,
  currentSince: z.number().optional(),
  next: z.object({ key: SealingKey, madeAt: z.number() }).optional(),
  earlier: z.array(z.object({ key: SealingKey, replacedAt: z.number() })),
  /** Makes hashes, and stays: links in mails that were sent, and accounts of tools by which companies are told apart, hang on it. */
  proof: SealingKey,
})
export type SealingRing = z.output<typeof SealingRing>

/** A ring as its secret keeps it: the text of the key alone, as it was made, until it is replaced for the first time. */
export function readRing(text: string): SealingRing {
  if (!text.startsWith('{')) {
    const key = SealingKey.parse(text)
    return { current: key, earlier: [], proof: key }
  }
  return SealingRing.parse(JSON.parse(text))
}

const IV_BYTES = 12
const TAG_BYTES = 16
/** A shorter tag, as a text that was cut off would have, is none: it could be guessed. */
const whole = { authTagLength: TAG_BYTES }

type Place = { secretArn?: string | undefined; file?: string | undefined; key?: string | undefined }

const LocalKeys = z.looseObject({ dataKey: z.string() })
const readLocal = async (file: string) => LocalKeys.parse(JSON.parse(await readFile(file, 'utf8')))

async function readText({ secretArn, file, key }: Place): Promise<string> {
  if (key) return key
  if (file) return (await readLocal(file)).dataKey
  if (!secretArn) throw new Error('This function was given no key for sealed values.')
  const { openSecrets } = await import('./secrets.ts')
  return (await openSecrets().read(secretArn, { stage: 'AWSCURRENT' })) ?? ''
}

export const readSealingRing = async (from: Place): Promise<SealingRing> => readRing(await readText(from))

/** Puts another ring in the place of the one that was read. Of two people who do it at once, one is refused. */
export async function replaceSealingRing(
  { secretArn, file }: Place,
  from: SealingRing,
  to: SealingRing,
): Promise<void> {
  const text = JSON.stringify(to)
  if (file) {
    const known = await readLocal(file)
    if (!isDeepStrictEqual(readRing(known.dataKey), from)) throw new Error('Somebody else replaced the key meanwhile.')
    // Written beside and moved: a stop in between leaves the old keys whole.
    await writeFile(`${file}.new`, JSON.stringify({ ...known, dataKey: text }, null, 2), { mode: 0o600 })
    return rename(`${file}.new`, file)
  }
  if (!secretArn) throw new Error('The key for sealed values lies in the environment: replace it there.')
  const { openSecrets } = await import('./secrets.ts')
  // A version's name is given once: it is made of what it follows.
  const follows = createHash('sha256').update(JSON.stringify(from)).digest('hex')
  await openSecrets().putCurrent(secretArn, follows, text)
}

/** A key of this kind, made anew. */
export const newSealingKey = (): string => randomBytes(32).toString('base64url')

const bytesOf = (key: string) => Buffer.from(key, 'base64url')

function unsealBy(key: string, box: string, owner: string): string {
  const bytes = Buffer.from(box, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', bytesOf(key), bytes.subarray(0, IV_BYTES), whole)
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** By the first key that opens it: a box says by its own end whether a key is its own. Throws what the key says that seals. */
function unsealByAny({ current, next, earlier }: SealingRing, box: string, owner: string): string {
  const others = [...earlier.map(({ key }) => key), ...(next ? [next.key] : [])]
  try {
    return unsealBy(current, box, owner)
  } catch (error) {
    for (const key of others) {
      try {
        return unsealBy(key, box, owner)
      } catch {}
    }
    throw error
  }
}

/**
 * `keys`: one key, or the ring of the platform, which is read again now and then. `isSteady`: the same text of the same owner gives the
 * same box, so that files can be compared. Who sees two boxes learns whether they are alike.
 */
export function openSealer(keys: string | KeptSecret<SealingRing>, { isSteady = false } = {}): Sealer {
  const ring = typeof keys === 'string' ? fixedSecret(readRing(keys)) : keys
  // Taken from what is sealed: two texts have one only where both are the same.
  const steadyIv = (key: string, text: string, owner: string) =>
    createHmac('sha256', bytesOf(key)).update(`iv\n${owner}\n${text}`).digest().subarray(0, IV_BYTES)
  return {
    async seal(text, owner) {
      const { current } = await ring.current()
      const iv = isSteady ? steadyIv(current, text, owner) : randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', bytesOf(current), iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    mac: async (text, owner) =>
      createHmac('sha256', bytesOf((await ring.current()).proof))
        .update(`${owner}\n${text}`)
        .digest('base64url'),
    async unseal(box, owner) {
      const known = await ring.current()
      try {
        return unsealByAny(known, box, owner)
      } catch (error) {
        // It may be by a key that is younger than what this container knows.
        const other = await ring.after(known).catch(() => undefined)
        if (!other) throw error
        return unsealByAny(other, box, owner)
      }
    },
  }
}
