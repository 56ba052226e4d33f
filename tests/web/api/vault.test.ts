import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'

const secret = { email: 'cleo.client@example.com' }

async function freshVault() {
  vi.resetModules()
  return import('#web/api/vault.ts')
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('the vault', () => {
  it('TRN-016 gives back what it was given, also after a reload, and stores nothing readable', async () => {
    const keys = fakeIndexedDb()
    await (await freshVault()).writeSecret('userData', secret)
    expect(localStorage.getItem('userData')).not.toContain('cleo')
    expect(await (await freshVault()).readSecret('userData')).toEqual(secret)
    const [key] = keys.values()
    expect(key instanceof CryptoKey && key.extractable).toBe(false)
  })

  it('never stores the same thing in the same form', async () => {
    fakeIndexedDb()
    const { writeSecret } = await freshVault()
    await writeSecret('userData', secret)
    const first = localStorage.getItem('userData')
    await writeSecret('userData', secret)
    expect(localStorage.getItem('userData')).not.toBe(first)
  })

  it('gives nothing for what was changed, or sealed by another browser', async () => {
    fakeIndexedDb()
    const { writeSecret, readSecret } = await freshVault()
    await writeSecret('userData', secret)
    const stored = localStorage.getItem('userData') ?? ''
    const flipped = stored.at(-5) === 'A' ? 'B' : 'A'
    localStorage.setItem('userData', `${stored.slice(0, -5)}${flipped}${stored.slice(-4)}`)
    expect(await readSecret('userData')).toBeNull()
    localStorage.setItem('userData', stored)
    fakeIndexedDb()
    expect(await (await freshVault()).readSecret('userData')).toBeNull()
  })

  it('stores nothing where the browser keeps no keys', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('Forbidden')
      },
    })
    const { writeSecret, readSecret } = await freshVault()
    await writeSecret('userData', secret)
    expect(localStorage.getItem('userData')).toBeNull()
    expect(await readSecret('userData')).toBeNull()
  })
})
