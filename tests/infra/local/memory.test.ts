// Doubles know after a restart what they knew before it.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { startToolDoubles } from '#infra/local/doubles/tools/index.ts'
import { sendgridKey } from '#infra/local/doubles/tools/sendgrid.ts'
import { startWebhookReceiver } from '#infra/local/doubles/webhook-receiver.ts'

const dir = mkdtempSync(join(tmpdir(), 'doubles-'))
afterAll(() => rmSync(dir, { recursive: true }))

async function save(doubles: Awaited<ReturnType<typeof startToolDoubles>>, email: string): Promise<number> {
  const { sendgrid } = JSON.parse(doubles.environment.TOOL_URLS)
  const { status } = await fetch(`${sendgrid}/v3/marketing/contacts`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${sendgridKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ contacts: [{ email }] }),
  })
  return status
}

it('tools keep contacts, what came, and what is still to fail', async () => {
  const first = await startToolDoubles({ dir })
  expect(await save(first, 'ann@example.com')).toBe(202)
  first.sendgrid.fail(503, { times: 2 })
  await first.stop()
  const second = await startToolDoubles({ dir })
  expect([...second.sendgrid.contacts().keys()]).toEqual(['ann@example.com'])
  expect(second.sendgrid.received().map(({ answered }) => answered)).toEqual([202])
  expect([await save(second, 'bob@example.com'), second.sendgrid.failing()]).toEqual([503, 1])
  second.sendgrid.clear()
  await second.stop()
  const third = await startToolDoubles({ dir })
  expect([third.sendgrid.contacts().size, third.sendgrid.received(), third.sendgrid.failing()]).toEqual([0, [], 0])
  await third.stop()
})

it('the receiver of webhooks keeps what came, and whom it trusts', async () => {
  const file = join(dir, 'webhooks')
  const first = await startWebhookReceiver({ file })
  await fetch(`${first.url}/in/x`, { method: 'POST', body: '{"event":"lead.created"}' })
  first.fail(500)
  await first.stop()
  const second = await startWebhookReceiver({ file })
  expect(second.received().map(({ body }) => body.event)).toEqual(['lead.created'])
  expect((await fetch(`${second.url}/in/x`, { method: 'POST', body: '{}' })).status).toBe(500)
  await second.stop()
})

it('begins anew with a file that it cannot read, and leaves nothing half written', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  writeFileSync(join(dir, 'sendgrid'), 'no file of ours')
  const doubles = await startToolDoubles({ dir })
  expect(await save(doubles, 'ann@example.com')).toBe(202)
  await doubles.stop()
  expect(said).toHaveBeenCalledOnce()
  said.mockRestore()
  expect(readdirSync(dir).filter((name) => name.endsWith('.new'))).toEqual([])
})
