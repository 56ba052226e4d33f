import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepSecret } from '#functions/gateways/kept-secret.ts'
import {
  newSealingKey,
  openSealer,
  readRing,
  readSealingRing,
  replaceSealingRing,
  type SealingRing,
} from '#functions/gateways/seal.ts'
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
    const ring = { current: key, earlier: [], proof: key }
    expect(await readSealingRing({ secretArn: 'sealing' })).toEqual(ring)
    expect(await readSealingRing({ key })).toEqual(ring)
  })

  it('is 32 bytes or none', async () => {
    await expect(readSealingRing({ secretArn: 'short' })).rejects.toThrow(/32 bytes/)
    await expect(readSealingRing({})).rejects.toThrow('given no key for sealed values')
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

describe('a ring of keys', () => {
  const [first, second, third] = [newSealingKey(), newSealingKey(), newSealingKey()]
  const made: SealingRing = { current: first, earlier: [], proof: first }
  const beside: SealingRing = { ...made, next: { key: second, madeAt: 1 } }
  const replaced: SealingRing = {
    current: second,
    currentSince: 2,
    earlier: [{ key: first, replacedAt: 2 }],
    proof: first,
  }
  const sealerOf = (ring: SealingRing) => openSealer({ current: async () => ring, after: async () => undefined })

  it('opens what any of its keys sealed, and proves by one that stays', async () => {
    const old = await sealerOf(made).seal('a secret', 'usr_1')
    const young = await sealerOf(replaced).seal('a secret', 'usr_1')
    for (const ring of [beside, replaced])
      for (const box of [old, young]) expect(await sealerOf(ring).unseal(box, 'usr_1')).toBe('a secret')
    // Who only knows the key of before opens nothing that is younger, and nobody opens it for somebody else.
    await expect(sealerOf(made).unseal(young, 'usr_1')).rejects.toThrow()
    await expect(sealerOf(replaced).unseal(young, 'usr_2')).rejects.toThrow()
    await expect(openSealer(second).unseal(old, 'usr_1')).rejects.toThrow()
    expect(await openSealer(second).unseal(young, 'usr_1')).toBe('a secret')
    const proofs = await Promise.all([made, beside, replaced].map((ring) => sealerOf(ring).mac('493021', 'usr_1')))
    expect(new Set(proofs).size).toBe(1)
  })

  it('is read again at once where a box opens by no key that is known, at most every ten seconds', async () => {
    let text = first
    let reads = 0
    let now = 1_000_000
    const read = async () => {
      reads += 1
      return readRing(text)
    }
    const sealer = openSealer(keepSecret({ read, now: () => now }))
    await sealer.seal('any', 'usr_1')
    text = JSON.stringify({ current: third, earlier: [{ key: first, replacedAt: 2 }], proof: first })
    const young = await openSealer(third).seal('a secret', 'usr_1')
    now += 11_000
    expect(await Promise.all([1, 2, 3].map(() => sealer.unseal(young, 'usr_1')))).toEqual(Array(3).fill('a secret'))
    expect(reads).toBe(2)
    for (let round = 0; round < 20; round++) await expect(sealer.unseal('AAAA', 'usr_1')).rejects.toThrow()
    expect(reads).toBe(2)
    // It seals by what it knows now.
    expect(await openSealer(third).unseal(await sealer.seal('another', 'usr_1'), 'usr_1')).toBe('another')
  })

  it('is replaced once: of two people at once one is refused, and a repeated request changes nothing', async () => {
    const at = { secretArn: 'sealing' }
    const from = await readSealingRing(at)
    const rings = [second, third].map((each): SealingRing => ({ ...from, next: { key: each, madeAt: 1 } }))
    const done = await Promise.allSettled(rings.map((ring) => replaceSealingRing(at, from, ring)))
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = rings[done.findIndex(({ status }) => status === 'fulfilled')]
    if (!winner) throw new Error('Nobody won.')
    expect(await readSealingRing(at)).toEqual(winner)
    await replaceSealingRing(at, from, winner)
    expect(await readSealingRing(at)).toEqual(winner)
  })
})
