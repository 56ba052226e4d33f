import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'
import { faultOf, saidOf } from '#tests/web/support/said-of.ts'

cleanPageEachTime()

const saved = {
  id: 'aud_1',
  name: 'Roofs',
  leadspeek_type: 'locator' as const,
  keywords: ['roof repair', 'shingles'],
  area: 'states' as const,
  states: ['IL', 'WI'],
  zip_codes: [],
  updated_at: '2026-11-20T12:00:00.000Z',
}
const done = { result: 'success' as const, message: 'Data has been added successfully', data: saved }

describe('the saved audiences', () => {
  it('RTE-031 CLI-30 stand at /Audience beside the clients in the campaign menu', async () => {
    const { unmount } = await openApp('/Audience', {
      as: agency(),
      handlers: { 'audiences.list': () => ({ data: [saved] }) },
    })
    await screen.findByRole('heading', { name: 'Audiences' })
    const row = within((await screen.findByText('Roofs')).closest('tr') ?? document.body)
    for (const text of ['Search ID', 'roof repair, shingles', 'IL, WI']) expect(row.getByText(text)).toBeDefined()
    const menu = within(screen.getByRole('complementary'))
    const links = menu.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
    expect(links).toEqual(expect.arrayContaining(['/Audience', '/Client']))
    unmount()
    localStorage.clear()
    await openApp('/Audience', { as: client(), handlers: { 'audiences.list': () => ({ data: [] }) } })
    expect(await screen.findByText('No audiences yet')).toBeDefined()
  })

  it('are made with what they need, and say what the server says', async () => {
    let taken = true
    const { server, user } = await openApp('/Audience', {
      as: agency(),
      handlers: {
        'audiences.list': () => ({ data: [] }),
        'audiences.save': () => {
          if (taken)
            throw new Refusal('invalid', 'Please check it.', { name: 'There is an audience of this name already.' })
          return done
        },
      },
    })
    await user.click((await screen.findAllByRole('button', { name: 'New audience' }))[0] ?? document.body)
    const panel = within(await screen.findByRole('dialog', { name: 'New audience' }))
    await user.click(panel.getByLabelText('Zip codes'))
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(await panel.findByText('Enter a name.')).toBeDefined()
    expect(panel.getByText('Enter at least one zip code.')).toBeDefined()
    expect(server.named('audiences.save')).toEqual([])
    fireEvent.change(panel.getByLabelText(/^Name/), { target: { value: 'Chicago' } })
    await user.type(panel.getByLabelText('Keywords', { selector: 'input:not([type=hidden])' }), 'roof repair,')
    fireEvent.change(panel.getByLabelText('Zip codes', { selector: 'textarea' }), { target: { value: '60601, 60602' } })
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(await panel.findByText('There is an audience of this name already.')).toBeDefined()
    taken = false
    await user.click(panel.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.named('audiences.save').at(-1)?.input).toEqual({
      companyID: 'com_north',
      audienceID: '',
      name: 'Chicago',
      leadspeek_type: 'local',
      keywords: ['roof repair'],
      area: 'zips',
      zip_codes: ['60601', '60602'],
    })
  })

  it('are looked for again where the answer to saving one was lost', async () => {
    let rows: (typeof saved)[] = []
    const { user } = await openApp('/Audience', {
      as: agency(),
      handlers: {
        'audiences.list': () => ({ data: rows }),
        'audiences.save': () => {
          rows = [saved]
          throw new Refusal('internal', 'Something went wrong.')
        },
      },
    })
    await user.click((await screen.findAllByRole('button', { name: 'New audience' }))[0] ?? document.body)
    const panel = within(await screen.findByRole('dialog', { name: 'New audience' }))
    fireEvent.change(panel.getByLabelText(/^Name/), { target: { value: 'Roofs' } })
    await user.click(panel.getByLabelText('The whole country'))
    await user.type(panel.getByLabelText('Keywords', { selector: 'input:not([type=hidden])' }), 'roof repair,')
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Roofs')).toBeDefined()
    expect(panel.getByDisplayValue('Roofs')).toBeDefined()
  })

  it('say of each field what is wrong with it, and only until it is changed', async () => {
    const { user } = await openApp('/Audience', { as: agency(), handlers: { 'audiences.list': () => ({ data: [] }) } })
    await user.click((await screen.findAllByRole('button', { name: 'New audience' }))[0] ?? document.body)
    const panel = within(await screen.findByRole('dialog', { name: 'New audience' }))
    await user.click(panel.getByLabelText('Zip codes'))
    await user.click(panel.getByRole('button', { name: 'Save' }))
    const name = panel.getByLabelText(/^Name/)
    const zips = panel.getByLabelText('Zip codes', { selector: 'textarea' })
    await waitFor(() => expect(faultOf(name)).toEqual(['true', 'Enter a name.']))
    await user.type(name, 'C')
    expect(saidOf(name)).toBe('')
    expect(saidOf(zips)).toContain('Enter at least one zip code.')
    await user.type(zips, '6')
    expect(saidOf(zips)).not.toContain('Enter at least one zip code.')
  })

  it('CMP-42 KEY-22 CLI-31 suggest keywords, turn a radius into zip codes and hint at unknown ones', async () => {
    const { server, user } = await openApp('/Audience', {
      as: client(),
      handlers: {
        'audiences.list': () => ({ data: [] }),
        'audiences.save': () => done,
        'keywords.suggest': ({ keyword }) => ({ data: [{ value: `${keyword} repair`, label: `${keyword} repair` }] }),
        'keywords.zipsInShape': () => ({ zipCodes: ['60601', '60602'], total: 2, isCut: false }),
        'keywords.unknownZips': () => ({ unknown: ['99999'] }),
      },
    })
    await user.click((await screen.findAllByRole('button', { name: 'New audience' }))[0] ?? document.body)
    const panel = within(await screen.findByRole('dialog', { name: 'New audience' }))
    fireEvent.change(panel.getByLabelText(/^Name/), { target: { value: 'Chicago' } })
    await user.type(panel.getByLabelText('Keywords', { selector: 'input:not([type=hidden])' }), 'roof')
    await user.click(await screen.findByRole('option', { name: 'roof repair', hidden: true }))
    expect(server.named('keywords.suggest').at(-1)?.input).toEqual({ keyword: 'roof' })
    await user.click(panel.getByLabelText('Zip codes'))
    await user.type(panel.getByLabelText('Zip codes', { selector: 'textarea' }), '99999 60601')
    await user.type(panel.getByLabelText('Around zip code'), '60601')
    expect(await panel.findByText(/we do not know 99999/)).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Add zip codes' }))
    expect(await panel.findByText('2 zip codes found and added.')).toBeDefined()
    expect(server.named('keywords.zipsInShape')[0]?.input).toEqual({
      shape: { kind: 'around', zip: '60601', miles: 10 },
    })
    await user.click(panel.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.named('audiences.save')[0]?.input).toMatchObject({
        keywords: ['roof repair'],
        zip_codes: ['99999', '60601', '60602'],
      }),
    )
  })

  it('are changed by what was changed alone', async () => {
    const { server, user } = await openApp('/Audience', {
      as: agency(),
      handlers: { 'audiences.list': () => ({ data: [saved] }), 'audiences.save': () => done },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Roofs' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Edit Roofs' }))
    fireEvent.change(panel.getByLabelText(/^Name/), { target: { value: 'Attics' } })
    await user.click(panel.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('audiences.save')).toHaveLength(1))
    const sent = server.named('audiences.save')[0]?.input
    expect([sent?.name, sent?.keywords, sent?.area]).toEqual(['Attics', undefined, undefined])
  })

  it('are deleted after a question', async () => {
    const { server, user } = await openApp('/Audience', {
      as: agency(),
      handlers: {
        'audiences.list': () => ({ data: [saved] }),
        'audiences.remove': () => ({ result: 'success', message: 'Deleted!' }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Roofs' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(server.named('audiences.remove')).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Delete Roofs' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Deleted!')).toBeDefined()
    expect(server.named('audiences.remove')[0]?.input).toEqual({ companyID: 'com_north', audienceID: 'aud_1' })
  })
})
