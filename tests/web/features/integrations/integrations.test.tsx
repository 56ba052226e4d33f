import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'
import { isGuarded, keepEditing } from '#tests/web/support/unsaved.ts'

cleanPageEachTime()

const row = {
  slug: 'sendgrid' as const,
  name: 'SendGrid',
  logo: '/tool-sendgrid.svg',
  description: 'Adds each lead to lists.',
  connected: 'F' as const,
  available: 'T' as const,
  lost_reason: '',
  failing_since: null,
  off_since: null,
  beta: 'F' as const,
}
const field = { name: 'api_key', label: 'API key', secret: 'T' as const, help: '', value: '' }
const detail = {
  ...row,
  way: 'keys' as const,
  note: '',
  fields: [field],
  connected_at: null,
  lost_at: null,
  unseen_reason: '',
  menu: null,
}
const connected = {
  ...detail,
  connected: 'T' as const,
  connected_at: '2026-11-20T12:00:00.000Z',
  fields: [{ ...field, value: '****wxyz' }],
}
const right = 'SG.some-key-of-a-test.the-second-part-of-it'

describe('the integrations page', () => {
  it('RTE-033 INT-01 INT-02 lists the tools with their state for an agency and for a client', async () => {
    const lost = { ...row, slug: 'kartra' as const, name: 'Kartra', lost_reason: 'The key was revoked.' }
    const absent = { ...row, slug: 'google_sheets' as const, name: 'Google Sheets', available: 'F' as const }
    for (const as of [agency(), client()]) {
      const { server, unmount } = await openApp('/integrations', {
        as,
        handlers: { 'integrations.tools': () => ({ data: [{ ...row, connected: 'T' as const }, lost, absent] }) },
      })
      const card = within((await screen.findByRole('link', { name: 'SendGrid' })).closest('li') ?? document.body)
      expect(card.getByText('Connected')).toBeDefined()
      expect(screen.getByText('The key was revoked.')).toBeDefined()
      expect(screen.getByText('The operators of this platform have not set it up.')).toBeDefined()
      expect(server.named('integrations.tools')).toHaveLength(1)
      unmount()
    }
  })

  it('says what failed, and asks again', async () => {
    let asked = 0
    const { user } = await openApp('/integrations', {
      as: client(),
      handlers: {
        'integrations.tools': () => {
          asked += 1
          if (asked === 1) throw new Refusal('internal', 'It does not work.')
          return { data: [row] }
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'SendGrid' })).toBeDefined()
  })
})

describe('the page of one tool', () => {
  it('RTE-034 INT-01 opens by its name and by its place in the list, and says when there is none', async () => {
    for (const path of ['/integrations/sendgrid', '/integrations/4']) {
      const { server, unmount } = await openApp(path, {
        as: client(),
        handlers: { 'integrations.tool': () => ({ data: detail }) },
      })
      expect(await screen.findByRole('heading', { name: 'SendGrid' })).toBeDefined()
      expect(server.named('integrations.tool')[0]?.input.integration_id).toBe('sendgrid')
      unmount()
    }
    const { server } = await openApp('/integrations/99', { as: client(), handlers: {} })
    expect(await screen.findByText('There is no such tool')).toBeDefined()
    expect(server.named('integrations.tool')).toEqual([])
  })

  it("INT-05 ERB-17 says the server's message when it was saved, and its reason at the field when it was not", async () => {
    let isRight = false
    const { user, server } = await openApp('/integrations/sendgrid', {
      as: client(),
      handlers: {
        'integrations.tool': () => ({ data: isRight ? connected : detail }),
        'integrations.connectTool': () => {
          if (isRight) return { result: 'success' as const, message: 'Changes saved successfully', data: connected }
          throw new Refusal('invalid', 'Please check.', { api_key: 'SendGrid refused this: revoked' })
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Connect SendGrid' }))
    expect(await screen.findByText('Enter the API key.')).toBeDefined()
    expect(server.named('integrations.connectTool')).toEqual([])
    await user.click(screen.getByLabelText(/^API key/))
    await user.paste(right)
    await user.click(screen.getByRole('button', { name: 'Connect SendGrid' }))
    expect(await screen.findByText('SendGrid refused this: revoked')).toBeDefined()
    isRight = true
    await user.click(screen.getByRole('button', { name: 'Connect SendGrid' }))
    expect(await screen.findByText('Changes saved successfully')).toBeDefined()
    expect(await screen.findByText('****wxyz')).toBeDefined()
    expect(server.named('integrations.connectTool')[1]?.input.settings).toEqual({ api_key: right })
  })

  it('marks keys that have to be typed, and says that a lost connection is made again', async () => {
    let tool: typeof detail | typeof connected = detail
    for (const name of ['Connect SendGrid', 'Connect SendGrid again']) {
      const { unmount } = await openApp('/integrations/sendgrid', {
        as: client(),
        handlers: { 'integrations.tool': () => ({ data: tool }) },
      })
      expect(await screen.findByRole('button', { name })).toBeDefined()
      expect(screen.getByLabelText(/^API key/)).toHaveProperty('required', tool === detail)
      unmount()
      tool = { ...connected, connected: 'F' as never, lost_reason: 'The key was revoked.' }
    }
  })

  it('says where a tool takes leads and does not show what became of them', async () => {
    const words = 'Give the key full access to Marketing.'
    await openApp('/integrations/sendgrid', {
      as: client(),
      handlers: { 'integrations.tool': () => ({ data: { ...connected, unseen_reason: words } }) },
    })
    const alert = await screen.findByRole('alert', { name: 'What becomes of leads there is not seen' })
    expect(within(alert).getByText(words)).toBeDefined()
  })

  it('says a refusal that is about no field', async () => {
    const { user } = await openApp('/integrations/sendgrid', {
      as: client(),
      handlers: {
        'integrations.tool': () => ({ data: detail }),
        'integrations.connectTool': () => {
          throw new Refusal('forbidden', 'Your account is closed.')
        },
      },
    })
    await user.click(await screen.findByLabelText(/^API key/))
    await user.paste(right)
    await user.click(screen.getByRole('button', { name: 'Connect SendGrid' }))
    expect(await screen.findByText('Your account is closed.')).toBeDefined()
  })

  it('asks before keys that are typed are given up', async () => {
    const { user } = await openApp('/integrations/sendgrid', {
      as: client(),
      handlers: { 'integrations.tool': () => ({ data: connected }) },
    })
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    await user.type(screen.getByLabelText(/^API key/), 'SG.new')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await keepEditing(user)
    expect(screen.getByDisplayValue('SG.new')).toBeDefined()
  })

  it('keeps the secret that is not typed again, and disconnects once that is confirmed', async () => {
    const { user, server } = await openApp('/integrations/sendgrid', {
      as: agency(),
      handlers: {
        'integrations.tool': () => ({ data: connected }),
        'integrations.connectTool': () => ({ result: 'success' as const, message: 'Saved', data: connected }),
        'integrations.disconnectTool': () => ({ result: 'success' as const, message: 'The tool was disconnected.' }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    expect(screen.getByText(/keep the one that ends in wxyz/)).toBeDefined()
    expect(screen.getByLabelText(/^API key/)).toHaveProperty('required', false)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('integrations.connectTool')[0]?.input.settings).toEqual({ api_key: '' }))
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    const question = within(await screen.findByRole('dialog', { name: 'Disconnect SendGrid?' }))
    expect(server.named('integrations.disconnectTool')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Disconnect' }))
    await waitFor(() => expect(server.named('integrations.disconnectTool')).toHaveLength(1))
  })
})

describe('the deliveries of a tool', () => {
  const line = {
    id: '1-led_1',
    at: '2026-11-20T12:00:00.000Z',
    outcome: 'failed' as const,
    status: 422,
    reason: 'The receiver refused what the lead holds (422).',
    said: 'Unknown list',
    campaign_id: '71000001',
    campaign_name: 'Smiles',
    lead_id: 'led_1',
    lead_created_at: '2026-11-20T11:59:00.000Z',
    lead_name: 'Nora Berg',
    event: 'lead.created' as const,
    next_at: null,
    open: 'F' as const,
    delivery_id: 'led_1-sendgrid',
  }
  it('INT-10+ says of a try that another one came after no more that it is to come', async () => {
    const waits = { ...line, outcome: 'waiting' as const, delivery_id: '' }
    await openApp('/integrations/sendgrid', {
      as: client(),
      handlers: {
        'integrations.tool': () => ({ data: connected }),
        'integrations.deliveryHistory': () => ({
          data: [
            { ...waits, id: '2-led_2', lead_name: 'Olaf Berg', open: 'T' as const },
            { ...waits, lead_name: 'Nora Berg' },
          ],
          next_cursor: null,
        }),
      },
    })
    const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr, li') ?? document.body)
    expect((await rowOf('Olaf Berg')).getByText('To be tried again')).toBeDefined()
    expect((await rowOf('Nora Berg')).getByText('Tried again')).toBeDefined()
  })

  it('INT-10+ stand on its page with lead, campaign and reason, by outcome, and one is sent again', async () => {
    const { user, server } = await openApp('/integrations/sendgrid', {
      as: client(),
      handlers: {
        'integrations.tool': () => ({ data: connected }),
        'integrations.deliveryHistory': ({ cursor }) => ({
          data: [cursor ? { ...line, id: '0-led_0', lead_name: 'Olaf Berg' } : line],
          next_cursor: cursor ? null : 'older',
        }),
        'integrations.replayDeliveries': () => ({ result: 'success', message: 'Again.', replayed: 1, has_more: 'F' }),
      },
    })
    const part = within(await screen.findByRole('region', { name: 'Deliveries' }))
    expect(await part.findByText('Nora Berg')).toBeDefined()
    expect(part.getByText('Smiles')).toBeDefined()
    expect(part.getByText('The receiver refused what the lead holds (422). Unknown list')).toBeDefined()
    await user.click(part.getByRole('button', { name: /^Send again Nora Berg/ }))
    await waitFor(() =>
      expect(server.named('integrations.replayDeliveries')[0]?.input).toEqual({
        leadspeekID: '71000001',
        delivery_id: 'led_1-sendgrid',
      }),
    )
    await user.click(part.getByRole('button', { name: 'Older' }))
    expect(await part.findByText('Olaf Berg')).toBeDefined()
    await user.click(part.getByRole('combobox', { name: 'Outcome' }))
    const options = await screen.findAllByRole('option', { name: 'Not delivered', hidden: true })
    await user.click(options.at(-1) ?? document.body)
    await waitFor(() =>
      expect(server.named('integrations.deliveryHistory').at(-1)?.input).toMatchObject({ outcome: 'failed' }),
    )
    expect(server.named('integrations.deliveryHistory').at(-1)?.input).not.toHaveProperty('cursor')
  })
})

describe('sending leads again', () => {
  const replay = {
    id: 'rpl_1',
    state: 'running' as const,
    which: 'failed' as const,
    from: '',
    to: '',
    total: 37,
    has_more: 'F' as const,
    done: 12,
    created_at: '2026-11-20T12:00:00.000Z',
  }
  const handlers = {
    'integrations.tool': () => ({ data: connected }),
    'integrations.deliveryHistory': () => ({ data: [], next_cursor: null }),
  }

  it('says that there are none, and begins nothing', async () => {
    const { user } = await openApp('/integrations/sendgrid', {
      as: client(),
      handlers: {
        ...handlers,
        'integrations.latestReplay': () => ({ data: null }),
        'integrations.countReplay': () => ({ count: 0, has_more: 'F', to: '2026-11-20T12:00:00.000Z' }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Send leads of some days again' }))
    expect(await screen.findByText('There are none on these days.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Send again' })).toHaveProperty('disabled', true)
  })

  it('says how many before it begins, sends those, and shows how far it is', async () => {
    let begun = false
    const { user, server } = await openApp('/integrations/sendgrid', {
      as: client(),
      handlers: {
        ...handlers,
        'integrations.latestReplay': () => ({ data: begun ? replay : null }),
        'integrations.countReplay': ({ which }) => ({
          count: which === 'all' ? 90 : 37,
          has_more: 'F',
          to: '2026-11-20T12:00:00.000Z',
        }),
        'integrations.startReplay': () => {
          begun = true
          return { result: 'success', message: 'The leads are being sent again.', data: replay }
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Send leads of some days again' }))
    expect(await screen.findByRole('button', { name: 'Send 37 leads again' })).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'All, also those that were delivered' }))
    await user.click(await screen.findByRole('button', { name: 'Send 90 leads again' }))
    expect(await screen.findByText('12 of 37')).toBeDefined()
    // What failed after it was counted is no part of it.
    expect(server.named('integrations.startReplay').map(({ input }) => input)).toMatchObject([
      { integration_id: 'sendgrid', which: 'all', to: '2026-11-20T12:00:00.000Z' },
    ])
    expect(screen.getByRole('button', { name: 'Send leads of some days again' })).toHaveProperty('disabled', true)
  })

  it('says that a tool is off for its failures, switches it on, and offers what was missed', async () => {
    const since = new Date(Date.now() - 5 * 86_400_000).toISOString()
    let isOff = true
    const { user, server } = await openApp('/integrations/sendgrid', {
      as: client(),
      handlers: {
        ...handlers,
        'integrations.tool': () => ({
          data: { ...connected, failing_since: isOff ? since : null, off_since: isOff ? since : null },
        }),
        'integrations.latestReplay': () => ({ data: null }),
        'integrations.countReplay': () => ({ count: 4, has_more: 'F', to: new Date().toISOString() }),
        'integrations.switchOnTool': () => {
          isOff = false
          return { result: 'success', message: 'Leads are sent there again.' }
        },
      },
    })
    expect(await screen.findByText('Switched off')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Switch on and see what was missed' }))
    expect(await screen.findByRole('button', { name: 'Send 4 leads again' })).toBeDefined()
    const asked = server.named('integrations.countReplay')[0]?.input
    expect(Date.parse(String(asked?.from))).toBeLessThanOrEqual(Date.parse(since))
    expect(screen.queryByText('Switched off')).toBeNull()
  })
})

describe('a tool with a sign-in of its own', () => {
  const google = {
    ...detail,
    slug: 'google_sheets' as const,
    name: 'Google Sheets',
    way: 'sign-in' as const,
    fields: [{ ...field, name: 'account', label: 'Google account', secret: 'F' as const }],
  }
  const known = { ...google, connected: 'T' as const, connected_at: '2026-11-20T12:00:00.000Z' }

  it('INT-43+ is finished once when somebody comes back, and its address keeps neither state nor code', async () => {
    let isConnected = false
    const { server } = await openApp('/integrations/google_sheets?state=s1&code=c1', {
      as: agency(),
      handlers: {
        'integrations.tool': () => ({ data: isConnected ? known : google }),
        'integrations.finishSignIn': () => {
          isConnected = true
          return { result: 'success', message: 'It is connected.' }
        },
      },
    })
    expect(await screen.findByText('It is connected.')).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Use another account' })).toBeDefined()
    expect(server.named('integrations.finishSignIn').map(({ input }) => [input.state, input.code])).toEqual([
      ['s1', 'c1'],
    ])
    expect(globalThis.location.search).toBe('')
  })

  it('says that it was refused, and why it could not be finished', async () => {
    const { server, unmount } = await openApp('/integrations/google_sheets?state=s1&refused=T', {
      as: agency(),
      handlers: { 'integrations.tool': () => ({ data: google }) },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('access was refused at Google Sheets')
    expect(server.named('integrations.finishSignIn')).toEqual([])
    expect(screen.getByRole('button', { name: 'Connect Google Sheets' })).toBeDefined()
    unmount()
    await openApp('/integrations/google_sheets?state=s2&code=c2', {
      as: agency(),
      handlers: {
        'integrations.tool': () => ({ data: google }),
        'integrations.finishSignIn': () => {
          throw new Refusal('conflict', 'Leave the box ticked.')
        },
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Leave the box ticked.')
  })
})

describe('the menu entry of GoHighLevel', () => {
  it('is not left half described without a question', async () => {
    const tool = { ...connected, slug: 'gohighlevelv2' as const, name: 'GoHighLevel v2', way: 'sign-in' as const }
    const { user } = await openApp('/integrations/gohighlevelv2', {
      as: agency(),
      handlers: {
        'integrations.tool': () => ({ data: { ...tool, fields: [] } }),
        'integrations.subAccounts': () => ({ result: [{ id: 'loc_1', name: 'Dental' }] }),
        'integrations.makeMenu': () => ({ result: 'success', message: 'It stands in the menu.' }),
      },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Leads')
    expect(isGuarded()).toBe(true)
    await user.clear(screen.getByRole('textbox', { name: 'Title' }))
    expect(isGuarded()).toBe(false)
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Leads')
    await user.click(screen.getByRole('combobox', { name: 'Sub-accounts' }))
    await user.click(await screen.findByRole('option', { name: 'Dental', hidden: true }))
    await user.click(screen.getByRole('button', { name: 'Make the entry' }))
    expect(await screen.findByText('It stands in the menu.')).toBeDefined()
    expect(isGuarded()).toBe(false)
  })
})
