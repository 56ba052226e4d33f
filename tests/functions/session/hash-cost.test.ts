import { expect, it } from 'vitest'
import { hashing, hashPassword, verifyPassword } from '#functions/identity/password.ts'

it('costs a password what OWASP asks for, and still opens what cost less', async () => {
  const stored = await hashPassword('correct horse 42')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword('correct horse 42', stored)).toBe(true)
  const { cost } = hashing
  hashing.cost = { memory: 8, passes: 1, parallelism: 1 }
  const cheap = await hashPassword('correct horse 42')
  hashing.cost = cost
  expect(await verifyPassword('correct horse 42', cheap)).toBe(true)
  expect(await verifyPassword('another horse 42', cheap)).toBe(false)
})
