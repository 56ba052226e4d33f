// A campaign's pixel on a customer's site, in a real browser: a site that lets in nothing it does not know.
import { createServer } from 'node:http'
import type { Request, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { PixelReport } from '#shared/pixel-report.ts'
import { startBrowsing } from '../support/browsing.ts'

const web = startBrowsing()
const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
let tag = ''
/** Pages of the shop carry these tags; two of them stand for an installation that was done twice. */
let tags = 1
const server = createServer((_request, response) => {
  const platform = `http://northlight.localhost:${inject('port')}`
  response.setHeader('content-type', 'text/html')
  response.setHeader('content-security-policy', `default-src 'none'; script-src ${platform}; connect-src ${platform}`)
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('cross-origin-embedder-policy', 'require-corp')
  response.end(`<!doctype html><title>Shop</title>${tag.repeat(tags)}<h1>Shop</h1>`)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const demo = await web.open('northlight', '/_local/demo')
  tag = (await demo.locator('details code').textContent()) ?? ''
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function shop(path: string, prepare?: () => void) {
  const blank = await web.open('nobody', '/', { userAgent: person })
  if (prepare) await blank.addInitScript(prepare)
  const sent: Request[] = []
  const answers: Response[] = []
  const faults: string[] = []
  const isReport = (url: string) => url.endsWith('/px/collect')
  blank.on('request', (request) => isReport(request.url()) && sent.push(request))
  blank.on('response', (response) => isReport(response.url()) && answers.push(response))
  blank.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  blank.on('pageerror', (error) => faults.push(error.message))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  await blank.goto(`http://shop.localhost:${port}${path}`)
  const reports = () => sent.map((request) => PixelReport.parse(JSON.parse(request.postData() ?? '')))
  return { page: blank, sent, answers, faults, reports }
}

describe('the pixel on a site with a strict policy', () => {
  it('CMP-47 reports each page that is shown, names the origin and is answered with nothing', async () => {
    expect(tag).toMatch(/^<script async src="http:\/\/northlight\.localhost:\d+\/px\/\d{8}\.js"><\/script>$/)
    const { page, sent, answers, faults, reports } = await shop('/?utm_source=mail')
    await expect.poll(() => answers.length).toBe(1)
    await page.evaluate(() => history.pushState({}, '', '/shirts'))
    await expect.poll(() => answers.length).toBe(2)
    await page.evaluate(() => history.replaceState({}, '', '/shirts?size=m'))
    await page.goBack()
    await expect.poll(() => answers.length).toBe(3)
    expect(answers.map((answer) => answer.status())).toEqual([204, 204, 204])
    expect(reports().map(({ u }) => new URL(u).pathname)).toEqual(['/', '/shirts', '/'])
    expect(new Set(reports().map(({ v }) => v)).size).toBe(1)
    const [headers] = await Promise.all(sent.map((request) => request.allHeaders()))
    expect(headers).toMatchObject({ origin: new URL(page.url()).origin })
    expect(headers).not.toHaveProperty('cookie')
    expect(faults).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })

  it('CMP-48 reports a page once where its code stands twice, and sends beacons where nothing else outlives it', async () => {
    tags = 2
    const { answers, sent, faults } = await shop('/twice', () => {
      Reflect.deleteProperty(Request.prototype, 'keepalive')
    })
    tags = 1
    await expect.poll(() => answers.length).toBe(1)
    expect(sent.map((request) => request.resourceType())).toEqual(['ping'])
    expect(answers.map((answer) => answer.status())).toEqual([204])
    expect(faults).toEqual([])
  })

  it('CMP-48 reports nothing for who asks not to be tracked', async () => {
    const { page, sent } = await shop('/private', () => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
    })
    await page.waitForLoadState('networkidle')
    expect(sent).toEqual([])
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
})
