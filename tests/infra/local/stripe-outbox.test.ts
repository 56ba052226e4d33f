import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startStripe } from '#infra/local/doubles/stripe.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadloom-outbox-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

it('keeps its events while its file is locked, says so once, and sends them afterwards', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const file = join(folder, 'stripe.sqlite')
  const double = await startStripe({ file })
  const other = new DatabaseSync(file)
  try {
    const customer = await fetch(`${double.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${double.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=a@b.example',
    })
    expect(customer.status).toBe(200)
    const taken: string[] = []
    const deliver = async (body: string) => {
      taken.push(body)
      return 200
    }
    other.exec('begin exclusive')
    expect(await double.flush(deliver)).toBe(0)
    expect(await double.flush(deliver)).toBe(0)
    expect(said.mock.calls.map(([line]) => String(line))).toEqual([
      expect.stringMatching(/^The events of the payment double wait, because its file cannot be used: .*locked/),
    ])
    other.exec('rollback')
    expect(await double.flush(deliver)).toBe(1)
    // What could not be noted as taken came again, as the provider's own events do.
    expect(new Set(taken).size).toBe(1)
    expect(said.mock.calls.at(-1)?.[0]).toBe('The events of the payment double go out again.')
  } finally {
    other.close()
    await double.stop()
  }
})
