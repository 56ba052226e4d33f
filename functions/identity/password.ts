// Passwords: argon2id with OWASP's current parameters (19 MiB, 2 passes, 1 lane). The parameters stand in the
// stored text, so they can be raised and old hashes still verify.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
const TAG_LENGTH = 32

/** How many hashes this process has made, because guessing is measured in them; and what a new one costs. */
export const hashing = { runs: 0, cost: { memory: 19_456, passes: 2, parallelism: 1 } }

const run = (password: string, nonce: Buffer, use: typeof hashing.cost) => {
  hashing.runs++
  return derive('argon2id', { message: Buffer.from(password.normalize('NFKC')), nonce, tagLength: TAG_LENGTH, ...use })
}

/** PHC string, such as `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return write(nonce, await run(password, nonce, hashing.cost))
}

function write(nonce: Buffer, tag: Buffer): string {
  const { memory: m, passes: t, parallelism: p } = hashing.cost
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

// What an unknown user is checked against, so that unknown and known cost the same. No password has this hash.
const decoy = { nonce: randomBytes(16), tag: randomBytes(TAG_LENGTH) }

/** One hash no matter what happens: a missing or unreadable stored hash is checked against a decoy and refused. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const match = form.exec(stored ?? '') ?? form.exec(write(decoy.nonce, decoy.tag))
  const [, m, t, p, salt, tag] = match ?? []
  const expected = Buffer.from(tag ?? '', 'base64url')
  const actual = await run(password, Buffer.from(salt ?? '', 'base64url'), {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
  })
  return expected.length === actual.length && timingSafeEqual(expected, actual) && form.test(stored ?? '')
}
