// A line that is kept open may be closed by the other side in the very moment in which something is asked over it.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { fixedSecret } from '#functions/gateways/kept-secret.ts'
import { openLeadData } from '#functions/gateways/lead-data.ts'
import { endWithFile } from '../../support/file-end.ts'

it('asks the provider of lead data once more over a line that was closed, and no third time', async () => {
  let asked = 0
  const closes = new Set<number>()
  const server = createServer((req, res) => {
    asked++
    if (closes.has(asked)) return void req.socket.destroy()
    req.resume()
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ keywords: ['solar panels'] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endWithFile(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const leadData = openLeadData({ url, keys: fixedSecret({ leadDataKey: 'key' }) })
  expect(await leadData.suggest('solar')).toEqual(['solar panels'])
  closes.add(2)
  expect(await leadData.suggest('solar')).toEqual(['solar panels'])
  expect(asked).toBe(3)
  closes.add(4).add(5)
  await expect(leadData.suggest('solar')).rejects.toThrow('did not answer')
  expect(asked).toBe(5)
})
