import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { receiverPath, startWebhookReceiver } from '#infra/local/doubles/webhook-receiver.ts'

it('the page of received webhooks gives the whole address to send to, under whichever tenant it was opened', async () => {
  const receiver = await startWebhookReceiver()
  const server = createServer((req, res) => void receiver.door(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const shown = async (host: string) => {
    const html = await new Promise<string>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path: receiverPath, headers: { host } }, (res) =>
        resolve(text(res)),
      )
      asked.on('error', reject).end()
    })
    return /<input value="([^"]*)"/.exec(html)?.[1]
  }
  expect(await shown(`northlight.localhost:${port}`)).toBe(`http://localhost:${port}${receiverPath}/in/customer`)
  expect(await shown('localhost')).toBe(`http://localhost${receiverPath}/in/customer`)
  server.close()
  await receiver.stop()
})
