import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSealer, readSealingKey } from '#functions/gateways/seal.ts'
import { startSecrets } from '#infra/local/doubles/secrets.ts'

const key = 'k'.repeat(43)
let secrets: Awaited<ReturnType<typeof startSecrets>>

beforeAll(async () => {
  secrets = await startSecrets({ sealing: key, short: 'too short' })
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local-secret',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  })
})
afterAll(() => secrets.stop())

describe('the key that seals values', () => {
  it('is read from its secret, or given on one machine', async () => {
    expect(await readSealingKey({ secretArn: 'sealing' })).toBe(key)
    expect(await readSealingKey({ key })).toBe(key)
  })

  it('is 32 bytes or none', async () => {
    await expect(readSealingKey({ secretArn: 'short' })).rejects.toThrow(/32 bytes/)
    await expect(readSealingKey({})).rejects.toThrow('given no key for sealed values')
  })

  it('opens a value for its owner alone, and only whole', async () => {
    const sealer = openSealer(key)
    const box = await sealer.seal('a secret', 'usr_1')
    expect(await sealer.unseal(box, 'usr_1')).toBe('a secret')
    await expect(sealer.unseal(box, 'usr_2')).rejects.toThrow()
    for (const other of [`${box.startsWith('A') ? 'B' : 'A'}${box.slice(1)}`, `${box}BBBB`, `BBBB${box}`])
      await expect(sealer.unseal(other, 'usr_1')).rejects.toThrow()
    await expect(openSealer('o'.repeat(43)).unseal(box, 'usr_1')).rejects.toThrow()
    // What was cut off is refused for its length: its mark would be short enough to guess.
    for (const length of [4, 6, 11, 18, 20])
      await expect(sealer.unseal(box.slice(0, length), 'usr_1')).rejects.toThrow('Invalid authentication tag length')
    expect(await sealer.seal('a secret', 'usr_1')).not.toBe(box)
  })
})
