// The documentation of the developer API, as anybody reads it on the host of an agency.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { allCalls } from '#shared/contracts/index.ts'
import { isForPrograms, toDeveloperDocument } from '#shared/openapi/developer.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

cleanPageEachTime()

const origin = 'https://leads.northlight.example'
const document = toDeveloperDocument(allCalls, origin)

async function open(handlers: Handlers = {}, as: ReturnType<typeof agency> | null = null) {
  const opened = await openApp('/developers', {
    as,
    handlers: { 'public.developerDocument': () => document, ...handlers },
  })
  await screen.findByRole('heading', { level: 1, name: 'Developer API' })
  return opened
}
const partOf = (name: string) => within(screen.getByRole('region', { name }))

describe('DEV-021 the documentation', () => {
  it('is read by anybody, and tells each call with its address, its scope and a command for this host', async () => {
    await open()
    for (const { name, call } of allCalls.filter(isForPrograms)) {
      const part = partOf(name)
      expect(part.getByText(call.path.replace('/v1/developer', ''))).toBeDefined()
      if (call.can !== 'anyone') expect(part.getByText(call.can.replace('program:', ''))).toBeDefined()
      expect(part.getByRole('region', { name: `${name} by curl` }).textContent).toContain(`${origin}/api/v1/developer`)
    }
  })

  it('guides from the key to the first call, and through pages, errors, limits, asking twice and webhooks', async () => {
    await open()
    const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(heads).toEqual([
      ...['Getting started', 'Authentication', 'Pages', 'Errors', 'Limits', 'Asking twice', 'Uploading a list'],
      ...['Calls', 'Webhooks', 'Changes'],
    ])
    const links = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')
    for (const link of links) {
      const id = link.getAttribute('href')?.slice(1) ?? ''
      expect(globalThis.document.getElementById(id)?.textContent).toBe(link.textContent)
    }
    expect(screen.getByRole('region', { name: 'Check a letter of lead.created in Node.js' }).textContent).toContain(
      'timingSafeEqual',
    )
    expect(screen.getByRole('link', { name: 'OpenAPI 3.1 document' }).getAttribute('href')).toBe(
      '/api/v1/developer/openapi.json',
    )
  })

  it('tells fields below others by dotted names, with their values and what is left out', async () => {
    const { user } = await open()
    const part = partOf('listCampaigns')
    await user.click(part.getByRole('button', { name: 'Fields of the answer' }))
    for (const name of ['data[].client.name', 'data[].time_zone', 'next_cursor'])
      expect(part.getAllByText(name).length).toBeGreaterThan(0)
    expect(part.getByText('One of active, paused, stopped, archived')).toBeDefined()
    expect(part.getByText(/Left out: 10\./)).toBeDefined()
  })

  it('is read inside the frame by people who are signed in', async () => {
    await open({}, agency())
    expect(screen.getAllByRole('complementary').length).toBeGreaterThan(0)
  })

  it('can be asked for again when it did not come', async () => {
    const { server, user } = await openApp('/developers', {
      as: null,
      handlers: {
        'public.developerDocument': () => {
          throw new Refusal('internal', 'Something went wrong, please try again later.')
        },
      },
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    server.handlers['public.developerDocument'] = () => document
    await user.click(again)
    expect(await screen.findByRole('heading', { level: 1, name: 'Developer API' })).toBeDefined()
  })
})

describe('a call that is tried', () => {
  it('goes to this host by the token that a key got, as it was filled in', async () => {
    const { server, user } = await open({
      'developer.token': () => ({
        access_token: 'eyJ.a.b',
        token_type: 'Bearer',
        expires_in: 900,
        scope: 'clients:read',
      }),
      'developer.listClients': () => ({ data: [], next_cursor: null }),
    })
    await user.click(screen.getByRole('button', { name: 'Try listClients' }))
    const clients = partOf('listClients')
    await user.click(clients.getByRole('button', { name: 'Send' }))
    expect((await clients.findByRole('alert')).textContent).toBe('Enter a token above first.')

    await user.click(screen.getByRole('button', { name: 'Try token' }))
    await user.click(partOf('token').getByRole('button', { name: 'Send' }))
    expect(await partOf('token').findByText('The other calls use this token now.')).toBeDefined()
    expect(server.named('developer.token')[0]?.bearer).toBeNull()

    await user.type(clients.getByRole('textbox', { name: 'limit' }), '5')
    await user.click(clients.getByRole('button', { name: 'Send' }))
    expect(await clients.findByText('200', { selector: '.mantine-Badge-label' })).toBeDefined()
    const [asked] = server.named('developer.listClients')
    expect([asked?.bearer, asked?.input]).toEqual(['eyJ.a.b', { limit: '5' }])
    expect(clients.getByRole('region', { name: 'What listClients answered' }).textContent).toContain('"next_cursor"')
  })

  it('says which fields it needs, and shows a refusal as it came', async () => {
    const { server, user } = await open({
      'developer.getCampaign': () => {
        throw new Refusal('not_found', 'This campaign was not found.')
      },
    })
    await user.type(screen.getByLabelText('Token to try calls with'), 'abc')
    await user.click(screen.getByRole('button', { name: 'Try getCampaign' }))
    const part = partOf('getCampaign')
    await user.click(part.getByRole('button', { name: 'Send' }))
    expect((await part.findByRole('alert')).textContent).toBe('Enter campaign.')
    expect(server.named('developer.getCampaign')).toEqual([])
    await user.type(part.getByRole('textbox', { name: 'campaign' }), '48210077')
    await user.click(part.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(part.getByRole('region', { name: 'What getCampaign answered' }).textContent).toContain(
        'This campaign was not found.',
      ),
    )
  })
})
