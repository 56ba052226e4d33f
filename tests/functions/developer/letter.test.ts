// A letter to a webhook is what the document of the developer API says, and is known by the code that the document shows.
import { spawnSync } from 'node:child_process'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { signatureHeaders } from '#functions/domain/integrations/adapters/webhook.ts'
import { newWebhookSecret } from '#functions/domain/integrations/webhooks.ts'
import { LeadCreated } from '#shared/contracts/developer/events.ts'
import { letterCheck, letterCheckInPython } from '#shared/openapi/letter-check.ts'
import { startDeliveries } from '#tests/functions/integrations/stage.ts'

it('says nothing but what is described', async () => {
  const h = await startDeliveries()
  const { message } = await h.oneOnItsWay({ hasPhone: true, hasHomeAddress: true })
  await h.deliver(h.services, message, 0)
  const [letter] = h.receiver.received()
  expect(letter?.isSigned).toBe(true)
  expect(LeadCreated.strict().safeParse(letter?.body).error).toBeUndefined()
})

type Letter = { headers: IncomingHttpHeaders; body: string; secret: string }

const checks = {
  JavaScript: async (letter: Letter): Promise<boolean> => {
    const { isFromThem } = await import(`data:text/javascript,${encodeURIComponent(letterCheck)}`)
    return isFromThem(letter)
  },
  Python: async (letter: Letter): Promise<boolean> => {
    const tail = `import json, sys\ntold = json.load(sys.stdin)\nprint(is_from_them(told["headers"], told["body"].encode(), told["secret"]))`
    const { stdout, stderr } = spawnSync('python3', ['-c', `${letterCheckInPython}\n${tail}`], {
      input: JSON.stringify(letter),
      encoding: 'utf8',
    })
    if (stderr) throw new Error(stderr)
    return stdout.trim() === 'True'
  },
}
const hasPython = spawnSync('python3', ['--version']).status === 0

/** As a receiver gets it: headers through real HTTP. */
async function post(letter: { headers: Record<string, string>; body: string }) {
  const { promise, resolve } = Promise.withResolvers<{ headers: IncomingHttpHeaders; body: string }>()
  const server = createServer(async (request, response) => {
    resolve({ headers: request.headers, body: await text(request) })
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await fetch(`http://127.0.0.1:${port}`, { method: 'POST', ...letter })
  server.close()
  return promise
}

it.each(Object.entries(checks))('is known by the code in %s', async (language, check) => {
  if (language === 'Python' && !hasPython) return
  const [secret, older] = [newWebhookSecret(), newWebhookSecret()]
  const body = JSON.stringify({ event: 'lead.created', first_name: 'Zoë' })
  const at = Date.now()
  const headers = signatureHeaders({ secrets: [secret, older], id: 'dlv_1', at, body })
  const came = await post({ headers, body })
  expect(await check({ ...came, secret })).toBe(true)
  expect(await check({ ...came, secret: older })).toBe(true)
  expect(await check({ ...came, secret: newWebhookSecret() })).toBe(false)
  expect(await check({ ...came, body: `${body} `, secret })).toBe(false)
  const stale = signatureHeaders({ secrets: [secret], id: 'dlv_1', at: at - 600_000, body })
  expect(await check({ headers: stale, body, secret })).toBe(false)
})
