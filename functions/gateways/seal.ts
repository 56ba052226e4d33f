// Small secrets that we must be able to read again, such as an authenticator's, lie sealed in the table: AES-256-GCM under
// a key that is not in the table. The owner's id is bound in, so that a box copied to another person does not open.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

export type Sealer = {
  seal(text: string, owner: string): string
  unseal(box: string, owner: string): string
  /** A hash that nobody can find the text of by trying, because it takes our key: for short codes. */
  mac(text: string, owner: string): string
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** `dataKey` is 32 bytes as base64url. */
export function openSealer(dataKey: string | undefined): Sealer {
  const key = () => {
    if (!dataKey) throw new Error('This function was given no key for sealed values.')
    return Buffer.from(dataKey, 'base64url')
  }
  return {
    seal(text, owner) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    mac: (text, owner) => createHmac('sha256', key()).update(`${owner}\n${text}`).digest('base64url'),
    unseal(box, owner) {
      const bytes = Buffer.from(box, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}
