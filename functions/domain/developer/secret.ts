// Secrets of keys: a prefix by which scanners know them, 43 letters and digits at random, and six that show a typing error.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'sk_'
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 43
const CHECK_LENGTH = 6

const form = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`)

function checkOf(text: string): string {
  let left = crc32(text)
  let check = ''
  for (let place = 0; place < CHECK_LENGTH; place++) {
    check = `${LETTERS[left % LETTERS.length]}${check}`
    left = Math.floor(left / LETTERS.length)
  }
  return check
}

export function newSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${PREFIX}${random}${checkOf(random)}`
}

/** Whether a text can be a secret at all: what cannot is refused before anything is looked up. */
export function isSecretForm(text: string): boolean {
  if (!form.test(text)) return false
  const random = text.slice(PREFIX.length, -CHECK_LENGTH)
  return text.endsWith(checkOf(random))
}

/** 256 bits need no slow hash: nobody guesses them. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export function isSecretOf(hash: string, secret: string): boolean {
  const [a, b] = [Buffer.from(hash), Buffer.from(hashSecret(secret))]
  return a.length === b.length && timingSafeEqual(a, b)
}
