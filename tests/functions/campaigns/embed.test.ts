import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { isEmbedded } from '#functions/domain/campaigns/embed.ts'
import { openPages } from '#functions/gateways/pages.ts'
import { HostFault } from '#functions/gateways/public-host.ts'
import { containersOf, holdsTag, snippetsOf } from '#shared/campaigns/snippets.ts'
import { endWithFile } from '../../support/file-end.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { startCampaigns } from './stage.ts'

const pages = new Map<string, string>()
const asked: string[] = []
const site = createServer((request, response) => {
  const path = request.url ?? '/'
  asked.push(path)
  if (path === '/silent') return
  if (path === '/away') return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end('moved')
  if (path === '/moved') return void response.writeHead(301, { location: '/there' }).end()
  if (path === '/round') return void response.writeHead(302, { location: '/round' }).end()
  if (path === '/long') return void response.end(`${'x'.repeat(2 * 1024 * 1024)}${pages.get('/there')}`)
  response.end(pages.get(path) ?? '<html></html>')
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
endWithFile(() => new Promise((resolve) => site.close(() => resolve(undefined))))
const address = site.address()
const origin = `http://localhost:${address && typeof address === 'object' ? address.port : 0}`

process.env.SITE_STAND_INS = 'localhost'
const h = await startCampaigns()
endWithFile(async () => void delete process.env.SITE_STAND_INS)
const campaign = await plantCampaign(h.db, {
  ...h.cast.campaigns.smiles,
  id: h.services.newId('campaign'),
  siteUrl: `${origin}/`,
  clientOrganizationId: 'org-7',
})
const check = (path: string, who: 'ada' | 'cleo' = 'ada') =>
  h.call(who, 'campaigns.checkEmbedCode', { leadspeekID: campaign.number, url: `${origin}${path}` })

describe('the resources of a campaign', () => {
  it('CMP-39 CMP-40+ hold its code, as a tag, for a tag manager and for the page of thanks', async () => {
    for (const orgId of [campaign.companyId, 'org-7']) {
      const { status, body } = await h.call('ada', 'campaigns.getResource', { orgId, campaignId: campaign.number })
      expect(status).toBe(200)
      const { pixel_snippet, gtm_snippet, thank_you_snippet, code_origin } = body.data
      expect(pixel_snippet).toContain(`src="${code_origin}/px/`)
      for (const snippet of [pixel_snippet, gtm_snippet, thank_you_snippet])
        expect(holdsTag(snippet, campaign)).toBe(true)
      expect(new Set([pixel_snippet, gtm_snippet, thank_you_snippet]).size).toBe(2)
      expect(thank_you_snippet).toContain(`/px/${campaign.number}.js?t=1"`)
      expect(pixel_snippet).toMatch(/^<script async src="https?:\/\/northlight[^"]*\/px\/\d{8}\.js"><\/script>$/)
    }
    const foreign = { orgId: h.cast.harbor.id, campaignId: campaign.number }
    expect((await h.call('ada', 'campaigns.getResource', foreign)).status).toBe(404)
  })

  it('CMP-40+ name its sheet and the banners of its client that are shown for its product, the newest first', async () => {
    const { id: campaignId, companyId, number } = campaign
    const of = async () =>
      (await h.call('ada', 'campaigns.getResource', { orgId: companyId, campaignId: number })).body.data
    expect(await of()).toMatchObject({ sheet_url: '', creatives: [] })
    const made = {
      companyId,
      line: 'local',
      size: '300x250',
      image: { id: 'one', type: 'image/png', bytes: 1 },
      clickUrl: 'https://shop.example/',
      status: 'active',
      updatedAt: 1,
    } as const
    const others = [{ line: 'locator' }, { status: 'inactive' }, { companyId: h.cast.harbor.id }] as const
    const ids = [1, 2, 3, 4, 5].map((each) => `bnr_01JD000000000000000000000${each}`)
    for (const [at, more] of [{}, {}, ...others].entries()) {
      const banner = { ...made, id: ids[at] ?? '', name: `Banner ${at}`, ...more }
      await h.db.banner.create(banner, await h.db.banner.timesMade(banner.companyId))
    }
    await h.db.sheet.add({
      companyId,
      campaignId,
      number: 1,
      ownerId: companyId,
      fileId: 'one',
      title: 'Leads',
      madeAt: 1,
      url: 'https://docs.google.com/spreadsheets/d/one',
      sharedWith: [],
      sharing: [],
      grants: {},
      account: '',
      refused: [],
    })
    const { sheet_url, creatives, code_origin } = await of()
    expect(sheet_url).toBe('https://docs.google.com/spreadsheets/d/one')
    expect(creatives).toEqual([ids[1], ids[0]].map((id) => `${code_origin}/media/${companyId}/${id}`))
  })

  it('CMP-40+ names the keywords of a search, which needs no code', async () => {
    const { data } = (await h.create('ada', h.search({ locatorkeyword: ['gutters'] }))).body
    const { body } = await h.call('lola', 'campaigns.getResource', { orgId: h.cast.harbor.id, campaignId: data.id })
    expect(body.data.keywords).toEqual(['gutters'])
    expect([body.data.pixel_snippet, body.data.gtm_snippet, body.data.thank_you_snippet]).toEqual(['', '', ''])
  })
})

describe('the check of a page', () => {
  it('OTH-11 OTH-12+ finds the code where it stands, and says so where it does not', async () => {
    const { pixel, gtm, thankYou } = snippetsOf(campaign, 'https://x.example')
    pages.set('/there', `<html><head>${pixel}</head></html>`)
    pages.set('/quoted', `<script src=//x.example/px/${campaign.number}.js async></script>`)
    pages.set('/thanks', thankYou)
    // As a container of a tag manager escapes it.
    pages.set('/made', JSON.stringify(gtm).replaceAll('/', '\\/').replaceAll('<', '\\u003c'))
    pages.set('/other', pixel.replace(campaign.number, `${campaign.number}1`))
    for (const path of ['/there', '/quoted', '/thanks', '/made', '/moved'])
      expect((await check(path)).body).toEqual({
        result: 'success',
        status: 'exist',
        message: 'The code is on your page.',
      })
    for (const path of ['/', '/other', '/away'])
      expect((await check(path)).body).toMatchObject({
        status: 'not exist',
        message: 'The code was not found on your page.',
      })
  })

  it('OTH-12+ looks into the containers that a page loads where the code comes by the tag manager, and only there', async () => {
    const { gtm } = snippetsOf(campaign, 'https://x.example')
    const url = 'https://www.smiles.example/'
    const containers = new Map([
      ['GTM-OTHER12', 'nothing of ours'],
      ['GTM-MINE123', JSON.stringify(gtm)],
    ])
    const page = `<script>gtm('GTM-OTHER12')</script><script>gtm('GTM-GONE123')</script><script>gtm('GTM-MINE123')</script>`
    const read: string[] = []
    const look = (isGtmInstalled: boolean, found = page) =>
      isEmbedded(
        {
          async read(address) {
            read.push(address)
            if (address === url) return found
            const [, id = ''] = /^https:\/\/www\.googletagmanager\.com\/gtm\.js\?id=(.+)$/.exec(address) ?? []
            const container = containers.get(id)
            if (container === undefined) throw new Error('The page did not answer.')
            return container
          },
        },
        { number: campaign.number, isGtmInstalled },
        url,
      )
    expect(await look(true)).toBe(true)
    expect(read).toHaveLength(4)
    expect(await look(false)).toBe(false)
    expect(read).toHaveLength(5)
    expect(await look(true, page.replace('GTM-MINE123', 'GTM-OTHER12'))).toBe(false)
  })

  it('looks at pages of its own site alone, and not many times a minute', async () => {
    const other = await h.call('cleo', 'campaigns.checkEmbedCode', {
      leadspeekID: campaign.number,
      url: 'https://other.example/',
    })
    expect(other.body.fields).toHaveProperty('url')
    const answers = []
    for (let each = 0; each < 12; each++) answers.push((await check('/there', 'cleo')).status)
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  it('ERB-13 ERB-14 says in the specified words that a page did not answer', async () => {
    const { status, body } = await h.call('olive', 'campaigns.checkEmbedCode', {
      leadspeekID: campaign.number,
      url: `${origin}/round`,
    })
    expect(status).toBe(504)
    expect(body).toMatchObject({
      result: 'failed from crawl',
      status: 'not exist',
      message: 'Blocked from crawling (Needs manual review at your url)',
    })
  })
})

describe('the door to pages', () => {
  const open = (more = {}) => openPages({ standIns: ['localhost'], ...more })

  it('gives up after its time, reads at most two megabytes and follows nobody to another site', async () => {
    await expect(open({ timeoutMs: 50 }).read(`${origin}/silent`)).rejects.toThrow('The page did not answer.')
    expect((await open().read(`${origin}/long`)).length).toBe(2 * 1024 * 1024)
    expect(await open().read(`${origin}/away`)).toBe('moved')
    await expect(open().read(`${origin}/round`)).rejects.toThrow('The page did not answer.')
  })

  it('reaches nothing but the public internet, on the ports of web sites', async () => {
    const closed = openPages({ findAddress: async () => Promise.reject(new HostFault('private')) })
    await expect(closed.read('https://internal.example/')).rejects.toThrow('does not lie on the public internet')
    const urls = ['https://x.example:8443/', 'ftp://x.example/', 'https://me:secret@x.example/']
    for (const url of urls) await expect(open().read(url)).rejects.toThrow('does not lie on the public internet')
    for (const host of ['127.0.0.1', '169.254.169.254', '[::1]', '10.0.0.1', '0x7f000001', '[64:ff9b:1::1]'])
      await expect(openPages().read(`http://${host}/`)).rejects.toThrow(/The page/)
  })

  it('knows the containers of a tag manager', () => {
    const page = "j.src='https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234'; <iframe src='ns.html?id=GTM-ABC1234'>"
    expect(containersOf(page)).toEqual(['GTM-ABC1234'])
  })
})

describe('a test lead', () => {
  it('CMP-44 COB-11 CON-028 ERB-12 is sent once a minute by a person, of two at once too', async () => {
    const send = (who: 'ada' | 'cleo' = 'ada') =>
      h.call(who, 'campaigns.sendTestLead', { company_id: campaign.companyId, campaign_id: campaign.number })
    const at = h.services.now()
    h.setClock(at)
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    expect(answers.find(({ status }) => status === 429)?.body.message).toBe(
      'You can only attempt this test once every minute. Please try again later.',
    )
    expect((await send('cleo')).status).toBe(200)
    h.setClock(at + 59_000)
    expect((await send()).status).toBe(429)
    h.setClock(at + 61_000)
    expect((await send()).status).toBe(200)
    h.setClock()
    // It is none of its leads.
    expect((await h.db.campaignList.meters([campaign])).get(campaign.id)?.leads).toBe(0)
  })
})
