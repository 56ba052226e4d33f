import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { DAY } from '#shared/dates.ts'
import { fakeFileStore } from '#tests/web/support/fake-file-store.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { holdTimers } from '#tests/web/support/hold-timers.ts'
import { clientRow, freshBrowser, openAgencies, openClients, pageOf, root, salesPerson } from './stage.tsx'

freshBrowser()
// A link that is followed would lead the page of the tests away.
beforeEach(() => void vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined))

type Job = Output<'companies.imports'>['data'][number]
const job = (more: Partial<Job> = {}): Job => ({
  id: 'imp_1',
  filename: 'clients.csv',
  status: 'done',
  percentage: 100,
  current_row: 7,
  total_row: 7,
  accepted: 2,
  duplicates: 2,
  rejected: 3,
  reason: null,
  created_at: new Date().toISOString(),
  confirm_until: null,
  invitations_wait: 0,
  invitations_from: null,
  ...more,
})
const place = { importID: 'imp_1', url: 'https://files.example/', fields: { key: 'imports/incoming/x.csv' } }
type Opened = Awaited<ReturnType<typeof openClients>>
async function menu({ user }: Pick<Opened, 'user'>, item: string) {
  await user.click(await screen.findByRole('button', { name: 'Import and export' }))
  await user.click(await screen.findByRole('menuitem', { name: item, hidden: true }))
}
const csv = (name = 'clients.csv') => new File(['Company,Full name,E-mail\n'], name, { type: 'text/csv' })

describe('clients out of a file', () => {
  it('says what became of each row of the earlier files, and gives those that were not added', async () => {
    const { server, user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.imports': () => ({
        data: [
          job(),
          job({ id: 'imp_2', duplicates: 0, rejected: 1 }),
          // What it did not add is not there any more.
          job({ id: 'imp_3', rejected: 2, created_at: new Date(Date.now() - 31 * DAY).toISOString() }),
          job({ id: 'imp_0', status: 'failed', reason: 'The first row must name the columns. Missing: company.' }),
        ],
      }),
      'companies.importedRows': () => ({ url: 'https://files.example/r.csv', filename: 'clients-not-added.csv' }),
    })
    server.files.set('https://files.example/r.csv', () => new Response('row,reason,text\r\n'))
    await menu({ user }, 'Import clients from CSV')
    const panel = within(await screen.findByRole('dialog', { name: 'Import clients' }))
    expect(await panel.findByText('7 rows: 2 clients added, 2 known already, 3 rejected')).toBeDefined()
    expect(panel.getByText(/The first row must name the columns/)).toBeDefined()
    expect(panel.getByRole('button', { name: 'Download the row that was not added' })).toBeDefined()
    expect(panel.getAllByRole('button', { name: /^Download the/ })).toHaveLength(2)
    await user.click(panel.getByRole('button', { name: 'Download the 5 rows that were not added' }))
    expect(await screen.findByText('Download Successful')).toBeDefined()
    expect(server.named('companies.importedRows')[0]?.input).toEqual({ companyID: 'com_north', importID: 'imp_1' })
  })

  it('goes to the store by the form that the server signed, shows how far it is, and brings the list up to date', async () => {
    const letGo = holdTimers(2000)
    const store = fakeFileStore()
    let jobs: Job[] = []
    const { server, user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.imports': () => ({ data: jobs }),
      'companies.startImport': () => {
        jobs = [job({ status: 'running', percentage: 30, current_row: 3, total_row: 10 })]
        return place
      },
    })
    await menu({ user }, 'Import clients from CSV')
    const panel = within(await screen.findByRole('dialog', { name: 'Import clients' }))
    const field = panel.getByLabelText('File of clients')
    fireEvent.change(field, { target: { files: [csv('clients.xlsx')] } })
    expect(await panel.findByText('Invalid file format. This upload only supports CSV files.')).toBeDefined()
    expect(server.named('companies.startImport')).toEqual([])
    fireEvent.change(field, { target: { files: [csv('My Clients.csv')] } })
    await waitFor(() => expect(store).toHaveLength(1))
    expect(store[0]?.form.get('key')).toBe('imports/incoming/x.csv')
    expect(server.named('companies.startImport')[0]?.input).toEqual({
      companyID: 'com_north',
      filename: 'myclients.csv',
    })
    expect(await panel.findByText('3 of 10')).toBeDefined()
    const before = server.named('companies.list').length
    jobs = [job({ accepted: 10, duplicates: 0, rejected: 0, total_row: 10 })]
    await waitFor(() => {
      letGo()
      expect(panel.getByText('10 rows: 10 clients added, 0 known already, 0 rejected')).toBeDefined()
    })
    await waitFor(() => expect(server.named('companies.list').length).toBeGreaterThan(before))
    expect(panel.queryByRole('button', { name: /not added/ })).toBeNull()
  })
})

describe('a file of clients that could not be sent', () => {
  const checked = (more: Partial<Job> = {}) =>
    job({ status: 'checked', accepted: 2, duplicates: 1, rejected: 1, total_row: 4, current_row: 0, ...more })
  const preview = {
    job: checked(),
    invitations: 2,
    invitations_today: 2,
    refusal: '',
    columns: ['Company', 'Full name', 'E-mail'],
    rows: [{ row: 2, company: 'Elm', fullname: 'Ella Elm', email: 'ella@elm.example', phone: '' }],
    left: [
      { row: 3, kind: 'duplicate' as const, reason: 'Known already.', cells: ['Oak', 'Olga', 'olga@oak.example'] },
      { row: 4, kind: 'rejected' as const, reason: 'No e-mail address.', cells: ['Ash', 'Anna', 'anna'] },
    ],
  }

  it('are shown before anybody is invited, and made once that is confirmed', async () => {
    let jobs: Job[] = [job({ status: 'waiting' })]
    const letGo = holdTimers(2000)
    const { server, user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.imports': () => ({ data: jobs }),
      'companies.importPreview': () => preview,
      'companies.importedRows': () => ({ url: 'https://files.example/r.csv', filename: 'clients-not-added.csv' }),
      'companies.confirmImport': () => {
        jobs = [job({ status: 'running', current_row: 1, total_row: 2, percentage: 50 })]
        return { job: jobs[0] as Job }
      },
    })
    server.files.set('https://files.example/r.csv', () => new Response('row,reason,text\r\n'))
    await menu({ user }, 'Import clients from CSV')
    const panel = within(await screen.findByRole('dialog', { name: 'Import clients' }))
    expect(await panel.findByText('Checking clients.csv')).toBeDefined()
    jobs = [checked()]
    await waitFor(() => {
      letGo()
      expect(panel.getByText(/2 new clients, 1 known already, 1 rejected. Nothing has been added yet./)).toBeDefined()
    })
    expect(await panel.findByText('Ella Elm, ella@elm.example')).toBeDefined()
    expect(panel.getByText('and 1 more')).toBeDefined()
    expect(panel.getByText('Row 4: No e-mail address.')).toBeDefined()
    expect(panel.getByText(/2 invitations are mailed once you confirm./)).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Download the 2 rows that are left out' }))
    expect(await screen.findByText('Download Successful')).toBeDefined()
    expect(server.named('companies.confirmImport')).toEqual([])
    await user.click(panel.getByRole('button', { name: 'Add and invite 2 clients' }))
    expect(await panel.findByText('1 of 2')).toBeDefined()
    expect(server.named('companies.confirmImport')[0]?.input).toEqual({ companyID: 'com_north', importID: 'imp_1' })
    // What was confirmed has no preview any more, and none is asked for.
    expect(server.named('companies.importPreview')).toHaveLength(1)
    expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Choose file' }))
  })

  it('says before the confirmation, and after it, which invitations wait for another day', async () => {
    const jobs: Job[] = [
      checked({ accepted: 900 }),
      job({ id: 'imp_2', invitations_wait: 400, invitations_from: new Date(Date.now() + 7_500_000).toISOString() }),
    ]
    const { user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.imports': () => ({ data: jobs }),
      'companies.importPreview': () => ({ ...preview, invitations: 900, invitations_today: 500 }),
    })
    await menu({ user }, 'Import clients from CSV')
    const panel = within(await screen.findByRole('dialog', { name: 'Import clients' }))
    expect(
      await panel.findByText(
        /All clients are added once you confirm. Today 500 invitations are mailed, and the other 400 are mailed by themselves on the days that follow/,
      ),
    ).toBeDefined()
    const latest = within(panel.getByRole('region', { name: 'Latest files' }))
    expect(latest.getByText(/400 invitations wait: the next are mailed by themselves/).textContent).toContain(
      'in 2 hours',
    )
  })

  it('says why a file cannot be confirmed yet, and does not let it be', async () => {
    const refusal = 'Those of another file still wait.'
    const { user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.imports': () => ({ data: [checked()] }),
      'companies.importPreview': () => ({ ...preview, invitations_today: 0, refusal }),
    })
    await menu({ user }, 'Import clients from CSV')
    const panel = within(await screen.findByRole('dialog', { name: 'Import clients' }))
    expect(await panel.findByText(refusal)).toBeDefined()
    expect(panel.getByRole('button', { name: 'Add and invite 2 clients' }).hasAttribute('disabled')).toBe(true)
  })

  it('are decided against, and what was decided elsewhere is said and read anew', async () => {
    let jobs: Job[] = [checked()]
    const { user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.imports': () => ({ data: jobs }),
      'companies.importPreview': () => preview,
      'companies.confirmImport': () => {
        throw new Refusal('conflict', 'This import was ended already.')
      },
      'companies.dropImport': () => {
        jobs = [job({ status: 'ended' })]
        return { result: 'success', message: 'The import was ended.' }
      },
    })
    await menu({ user }, 'Import clients from CSV')
    const panel = within(await screen.findByRole('dialog', { name: 'Import clients' }))
    await user.click(await panel.findByRole('button', { name: 'Add and invite 2 clients' }))
    expect(await screen.findByText('This import was ended already.')).toBeDefined()
    await user.click(await panel.findByRole('button', { name: 'Do not import' }))
    expect(await screen.findByText('The import was ended.')).toBeDefined()
    expect(await panel.findByText('Not imported. Nothing of it was added, and nobody was invited.')).toBeDefined()
  })

  it('is said to have failed instead of being waited for, and the same file can be chosen again', async () => {
    let isDown = true
    fakeFileStore(() => ({ status: isDown ? 0 : 204 }))
    let jobs: Job[] = []
    const { server, user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.imports': () => ({ data: jobs }),
      'companies.startImport': () => {
        const importID = `imp_${jobs.length + 1}`
        jobs = [job({ id: importID, status: 'waiting', filename: `try ${importID}` }), ...jobs]
        return { ...place, importID }
      },
    })
    await menu({ user }, 'Import clients from CSV')
    const panel = within(await screen.findByRole('dialog', { name: 'Import clients' }))
    const field = panel.getByLabelText('File of clients')
    const file = csv('clients.csv')
    await user.upload(field, file)
    const latest = within(await panel.findByRole('region', { name: 'Latest files' }))
    expect(await latest.findByText('try imp_1')).toBeDefined()
    await waitFor(() => expect(latest.queryByRole('progressbar')).toBeNull())
    const { textContent: reason } = await panel.findByRole('alert')
    expect(latest.getByText(String(reason))).toBeDefined()
    isDown = false
    await user.upload(field, file)
    await waitFor(() => expect(server.named('companies.startImport')).toHaveLength(2))
    expect(await latest.findByRole('progressbar', { name: /try imp_2/ })).toBeDefined()
  })
})

describe('a list as a file', () => {
  it('is saved as it is searched and filtered', async () => {
    const { server, user } = await openClients(
      {
        'companies.list': () => pageOf([clientRow('Elm')]),
        'companies.exportList': () => ({ url: 'https://files.example/c.csv', filename: 'clients.csv', rows: 1 }),
      },
      undefined,
      '/configuration/client-management?q=elm&card=failed',
    )
    server.files.set('https://files.example/c.csv', () => new Response('Company\r\n'))
    await menu({ user }, 'Export what is found as CSV')
    expect(await screen.findByText('Download Successful')).toBeDefined()
    expect(server.named('companies.exportList')[0]?.input).toMatchObject({
      companyID: 'com_north',
      search: 'elm',
      CardStatus: 'failed',
      CampaignStatus: '',
    })
  })

  it('is not offered to sales people', async () => {
    await openAgencies({ 'companies.salesDownline': () => pageOf(root) }, salesPerson())
    await screen.findByText('Cedar')
    expect(screen.queryByRole('button', { name: 'Import and export' })).toBeNull()
  })
})
