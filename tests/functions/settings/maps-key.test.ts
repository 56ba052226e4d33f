import { describe, expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'
import { openPage } from '../../support/page.ts'

const h = await harness({ env: { MAPS_KEY: 'a-maps-key' } })
const page = await openPage(h)
const host = h.cast.hosts.northlight

describe('the key of the map', () => {
  it('WID-070 stands in the page and in what it says of the tenant, and its policy lets the map in', async () => {
    const { body, headers } = await page(host, '/')
    expect(body).toContain('"maps_key":"a-maps-key"')
    expect(headers['content-security-policy']).toContain('https://maps.googleapis.com')
    expect((await h.call(null, 'public.domainInfo', {}, { host })).body.data.maps_key).toBe('a-maps-key')
  })
})
