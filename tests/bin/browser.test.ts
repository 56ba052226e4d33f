import { createServer, type Server } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, findPackagedBrowser, findSystemBrowser, launch } from '../support/browser.ts'

const page = `<!doctype html><title>Acme</title><h1>Hello</h1>
<script>document.querySelector('h1').textContent += ' from ' + location.hostname</script>`

let server: Server
let origin: string
let browser: Browser | undefined

beforeAll(async () => {
  server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The page is served at no port.')
  origin = `http://acme.localhost:${address.port}`
})
afterEach(() => browser?.close())
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** What a page of ours needs and only a secure context has. */
async function useSecureContext(): Promise<string[]> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const store = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('probe', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const run = <T>(make: (keys: IDBObjectStore) => IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      const asked = make(store.transaction('keys', 'readwrite').objectStore('keys'))
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  await run((keys) => keys.put(key, 'mine'))
  const kept: CryptoKey = await run((keys) => keys.get('mine'))
  const iv = new Uint8Array(12)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode('secret'))
  const opened = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, kept, sealed))
  return [opened, String(kept.extractable), String(isSecureContext)]
}

async function visit(started: Browser) {
  const tab = await started.newPage()
  await tab.goto(`${origin}/`)
  return { heading: await tab.textContent('h1'), secure: await tab.evaluate(useSecureContext) }
}

const works = { heading: 'Hello from acme.localhost', secure: ['secret', 'false', 'true'] }

describe('findBrowser', () => {
  it('starts the best browser there is and reaches a tenant by its host name', async () => {
    browser = await launch(await findBrowser())
    expect(await visit(browser)).toEqual(works)
  })

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'starts the packaged browser, for machines that have none',
    async () => {
      const packaged = await findPackagedBrowser()
      expect(packaged).toEqual(await findPackagedBrowser())
      browser = await launch(packaged)
      expect(await visit(browser)).toEqual(works)
    },
  )

  it('takes the browser that CHROME_PATH names, and refuses one that is not there', async () => {
    const before = process.env.CHROME_PATH
    try {
      process.env.CHROME_PATH = process.execPath
      expect(findSystemBrowser()?.executablePath).toBe(process.execPath)
      process.env.CHROME_PATH = '/nowhere/chrome'
      expect(() => findSystemBrowser()).toThrow('/nowhere/chrome')
    } finally {
      if (before === undefined) delete process.env.CHROME_PATH
      else process.env.CHROME_PATH = before
    }
  })
})
