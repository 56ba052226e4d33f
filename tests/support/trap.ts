// The address that hostile texts and code call when they get out. A server of ours stands behind it: a page that asked the test
// before each request would fetch and compile the whole application anew each time it is opened.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { findBrowser, launch } from './browser.ts'
import { TRAP } from './payloads.ts'

/** A browser in which the trap's address leads to us; `heard` is told of each request that comes. */
export async function launchWithTrap(heard: (path: string) => void): Promise<Browser> {
  const server = createServer((request) => {
    heard(request.url ?? '')
    request.destroy()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  // @NOTE listening on a port it has an address with one.
  const { port } = server.address() as AddressInfo
  const found = await findBrowser()
  const rule = `--host-resolver-rules=MAP ${new URL(TRAP).hostname} 127.0.0.1:${port}`
  const browser = await launch({ ...found, args: [...found.args, rule] })
  browser.on('disconnected', () => server.close())
  return browser
}
