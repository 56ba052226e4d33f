import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

type Row = Output<'exclusions.personRequests'>['data'][number]

const row = (more: Partial<Row> = {}): Row => ({
  id: 'prq_1',
  kind: 'erase',
  status: 'done',
  campaigns: 3,
  leads: 2,
  files: 1,
  reason: null,
  is_kept: false,
  created_at: new Date().toISOString(),
  ...more,
})

afterEach(() => vi.restoreAllMocks())

const open = async (handlers: Handlers = {}, as = agency()) => {
  const opened = await openApp('/configuration/general-setting?tab=privacy', {
    as,
    handlers: {
      'exclusions.personRequests': () => ({ data: [] }),
      'exclusions.requestPerson': ({ kind }) => ({
        result: 'success' as const,
        message: 'It is on its way.',
        data: row({ kind, status: 'waiting' }),
      }),
      ...handlers,
    },
  })
  await screen.findByRole('table', { name: 'Requests about people' })
  return opened
}
const field = () => screen.findByLabelText('E-mail address of the person')

describe('requests about people', () => {
  it('tell how each stands, and what came of it', async () => {
    await open({
      'exclusions.personRequests': () => ({
        data: [
          row({ id: 'prq_4', status: 'waiting' }),
          row({ id: 'prq_3', status: 'failed', reason: 'Please ask again.' }),
          row({ id: 'prq_2', kind: 'export', leads: 1, is_kept: true }),
          row({ id: 'prq_1', kind: 'export', leads: 1, files: 0 }),
          row({ id: 'prq_0' }),
        ],
      }),
    })
    expect(await screen.findByText('2 leads blanked, the address taken out of 1 file')).toBeDefined()
    expect(screen.getByText('1 lead, and rows in 1 file')).toBeDefined()
    expect(screen.getByText(/^1 lead\. The copy is no longer kept/)).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(1)
    expect(screen.getByText('Please ask again.')).toBeDefined()
    expect(screen.getByText(/Begins within two minutes/)).toBeDefined()
  })

  it('ask for a copy, with the password where it was given long ago, and save it', async () => {
    let isConfirmed = false
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const { user, server } = await open({
      'exclusions.requestPerson': ({ kind }) => {
        if (!isConfirmed) throw new Refusal('reauthenticate', 'Enter your password again to do this.')
        return { result: 'success', message: 'The copy is being made.', data: row({ kind, status: 'waiting' }) }
      },
      'session.confirmPassword': () => {
        isConfirmed = true
        return { result: 'success', message: 'Thank you.' }
      },
      'exclusions.personExport': () => ({ url: 'https://files.example/person', filename: 'person.json' }),
    })
    server.files.set('https://files.example/person', () => new Response('{}'))
    server.handlers['exclusions.personRequests'] = () => ({ data: [row({ kind: 'export', is_kept: true })] })
    await user.type(await field(), 'Petra@Example.com')
    await user.click(screen.getByRole('button', { name: 'Make a copy' }))
    const question = within(await screen.findByRole('dialog', { name: 'Confirm it is you' }))
    await user.type(question.getByLabelText('Password', { selector: 'input' }), 'correct horse 42')
    await user.click(question.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('The copy is being made.')).toBeDefined()
    expect(server.named('exclusions.requestPerson').at(-1)?.input).toEqual({
      company_id: agency().company_id,
      email: 'petra@example.com',
      kind: 'export',
    })
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toEqual(['person.json']))
  })

  it('ask whether a person is to be erased before they ask the server', async () => {
    const { user, server } = await open()
    await user.type(await field(), 'petra@example.com')
    await user.click(screen.getByRole('button', { name: 'Erase the person' }))
    const question = within(await screen.findByRole('dialog', { name: 'Erase this person?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(server.named('exclusions.requestPerson')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Erase the person' }))
    const again = within(await screen.findByRole('dialog', { name: 'Erase this person?' }))
    await user.click(again.getByRole('button', { name: 'Erase' }))
    await waitFor(() => expect(server.named('exclusions.requestPerson')).toHaveLength(1))
    expect(server.named('exclusions.requestPerson')[0]?.input).toMatchObject({ kind: 'erase' })
    expect(await screen.findByText('It is on its way.')).toBeDefined()
  })

  it('say beside the field what is no address, and send nothing', async () => {
    const { user, server } = await open()
    await user.type(await field(), 'petra')
    await user.click(screen.getByRole('button', { name: 'Make a copy' }))
    expect(await screen.findByText('Enter a valid e-mail address.')).toBeDefined()
    expect(server.named('exclusions.requestPerson')).toEqual([])
  })

  it('stand in the settings of operators, too', async () => {
    await open({}, agency({ systemuser: true, rootcomp: 'T' }))
    expect(await field()).toBeDefined()
  })
})
