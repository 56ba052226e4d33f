import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompactEncrypt, compactDecrypt, importJWK, jwtVerify, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadKeys } from '#infra/local/keys.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'keys-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe('loadKeys', () => {
  it('makes keys that sign and that open, and differ each time', async () => {
    const keys = await loadKeys(null)
    const { d: _, ...signing } = keys.signing
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(await importJWK(keys.signing))
    await expect(jwtVerify(token, await importJWK(signing, 'ES256'))).resolves.toBeTruthy()
    const { d: __, ...encryption } = keys.encryption
    const sealed = await new CompactEncrypt(Buffer.from('secret'))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(await importJWK(encryption, 'ECDH-ES'))
    const { plaintext } = await compactDecrypt(sealed, await importJWK(keys.encryption, 'ECDH-ES'))
    expect(Buffer.from(plaintext).toString()).toBe('secret')
    expect(Buffer.from(keys.dataKey, 'base64url')).toHaveLength(32)
    const others = await loadKeys(null)
    expect(others.signing.kid).not.toBe(keys.signing.kid)
    expect(keys.signing.kid).not.toBe(keys.encryption.kid)
  })

  it('keeps them in a file that only its owner reads', async () => {
    const first = await loadKeys(join(dir, 'new'))
    expect(statSync(join(dir, 'new', 'keys.json')).mode & 0o777).toBe(0o600)
    expect(await loadKeys(join(dir, 'new'))).toEqual(first)
  })

  it('adds what an older file lacks and leaves the rest', async () => {
    const { dataKey, ...older } = await loadKeys(dir)
    writeFileSync(join(dir, 'keys.json'), JSON.stringify(older), { mode: 0o644 })
    const newer = await loadKeys(dir)
    expect(newer).toMatchObject(older)
    expect(newer.dataKey).not.toBe(dataKey)
    expect(JSON.parse(readFileSync(join(dir, 'keys.json'), 'utf8'))).toEqual(newer)
    expect(statSync(join(dir, 'keys.json')).mode & 0o777).toBe(0o600)
  })

  it('never replaces a file it cannot read', async () => {
    writeFileSync(join(dir, 'keys.json'), '{"signing": {"kty": "EC"}}')
    await expect(loadKeys(dir)).rejects.toThrow(/keys\.json cannot be read\. Delete the file to get new ones/)
    expect(readFileSync(join(dir, 'keys.json'), 'utf8')).toContain('"kty"')
  })
})
