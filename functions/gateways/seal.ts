// Small secrets that we must be able to read again, such as an authenticator's, lie sealed in the table: AES-256-GCM under
// a key that is not in the table. The owner's id is bound in, so that a box copied to another person does not open.
// It has a secret of its own, which only those functions may read that seal (infra/powers.ts).
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod'

export type Sealer = {
  seal(text: string, owner: string): Promise<string>
  unseal(box: string, owner: string): Promise<string>
  /** A hash that nobody can find the text of by trying, because it takes our key: for short codes. */
  mac(text: string, owner: string): Promise<string>
}

/** 32 bytes as base64url. Never renewed: what it sealed could not be read again. */
export const SealingKey = z.string().regex(/^[\w-]{43}$/, 'It is not 32 bytes as base64url.')

const IV_BYTES = 12
const TAG_BYTES = 16
/** A shorter tag, as a text that was cut off would have, is none: it could be guessed. */
const whole = { authTagLength: TAG_BYTES }

export async function readSealingKey(from: { secretArn?: string | undefined; key?: string | undefined }) {
  if (from.key) return SealingKey.parse(from.key)
  if (!from.secretArn) throw new Error('This function was given no key for sealed values.')
  const { openSecrets } = await import('./secrets.ts')
  return SealingKey.parse(await openSecrets().read(from.secretArn, { stage: 'AWSCURRENT' }))
}

/** A key of this kind, made anew. */
export const newSealingKey = (): string => randomBytes(32).toString('base64url')

/** `isSteady`: the same text of the same owner gives the same box, so that files can be compared. Who sees two boxes learns whether they are alike. */
export function openSealer(sealingKey: string, { isSteady = false } = {}): Sealer {
  const key = Buffer.from(sealingKey, 'base64url')
  // Taken from what is sealed: two texts have one only where both are the same.
  const steadyIv = (text: string, owner: string) =>
    createHmac('sha256', key).update(`iv\n${owner}\n${text}`).digest().subarray(0, IV_BYTES)
  return {
    async seal(text, owner) {
      const iv = isSteady ? steadyIv(text, owner) : randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    mac: async (text, owner) => createHmac('sha256', key).update(`${owner}\n${text}`).digest('base64url'),
    async unseal(box, owner) {
      const bytes = Buffer.from(box, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), whole)
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}
