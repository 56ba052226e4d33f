import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { fakeFileStore } from '#tests/web/support/fake-file-store.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { holdTimers } from '#tests/web/support/hold-timers.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

type Job = Output<'exclusions.progress'>['data']['jobProgress'][number]

const job = (more: Partial<Job> = {}): Job => ({
  id: 'upl_1',
  filename: 'people.csv',
  status: 'done',
  percentage: 100,
  current_row: 3,
  total_row: 3,
  accepted: 3,
  duplicates: 0,
  rejected: 0,
  reason: null,
  created_at: new Date().toISOString(),
  ...more,
})
const progress = (open: Job[], done: Job[] = [], total = 0): Output<'exclusions.progress'> => ({
  data: { jobProgress: open, jobDone: done, total },
})
const place = { url: 'https://files.example/', fields: { key: 'exclusions/incoming/x.csv', policy: 'signed' } }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openList(handlers: Handlers = {}) {
  const opened = await openApp('/siteid/dashboard', {
    handlers: {
      'exclusions.progress': () => progress([]),
      'exclusions.upload': () => ({ result: 'success', message: '', jobID: 'upl_1', ...place }),
      ...handlers,
    },
  })
  await opened.user.click(await screen.findByRole('button', { name: /Profile menu/ }))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Exclusion List', hidden: true }))
  const list = await screen.findByRole('dialog', { name: 'Exclusion List' })
  await waitFor(() => expect(opened.server.named('exclusions.progress').length).toBeGreaterThan(0))
  const choose = async (file: File) => {
    // The hidden field names no kinds: a file of any kind reaches our own rule.
    await opened.user.upload(within(list).getByLabelText('Exclusion file'), file)
  }
  return { ...opened, list, choose }
}

const csv = (name = 'people.csv', text = 'a@example.com\n') => new File([text], name, { type: 'text/csv' })

describe('the exclusion list', () => {
  it('EXC-001 SHL-040 opens from the profile dropdown of a client', async () => {
    const { server, list } = await openList({ 'exclusions.progress': () => progress([], [], 1234) })
    expect(await within(list).findByText(/It holds 1,234 records/)).toBeDefined()
    expect(server.named('exclusions.progress')[0]?.input).toEqual({ companyId: 'com_smiles', campaignType: 'client' })
  })

  it('SHL-040 is not offered to an agency', async () => {
    const { user } = await openApp('/siteid/dashboard', { as: agency() })
    await user.click(await screen.findByRole('button', { name: /Profile menu/ }))
    await screen.findByRole('menuitem', { name: 'Log out', hidden: true })
    expect(screen.queryByRole('menuitem', { name: 'Exclusion List', hidden: true })).toBeNull()
  })

  it('EXC-002 ERR-018 refuses what is no CSV with the exact text, and sends nothing', async () => {
    const { server, choose, list } = await openList()
    await choose(new File(['x'], 'a.xlsx'))
    expect(await within(list).findByText('Invalid file format. This upload only supports CSV files.')).toBeDefined()
    expect(server.named('exclusions.upload')).toHaveLength(0)
  })

  it('EXC-003 EXC-004 EXC-009 EXC-011 TRN-004 sends a cleaned name, and the file itself as a form that is not wrapped', async () => {
    const posts = fakeFileStore()
    const { server, choose } = await openList()
    await choose(csv('a b#é.My File.CSV'))
    await waitFor(() => expect(posts).toHaveLength(1))
    const [asked] = server.named('exclusions.upload')
    expect(asked?.input).toEqual({ ClientCompanyID: 'com_smiles', campaigntype: 'client', filename: 'ab.myfile.csv' })
    const [post] = posts
    expect(post?.url).toBe(place.url)
    expect(post && [...post.form.keys()]).toEqual(['key', 'policy', 'file'])
    const sent = post?.form.get('file')
    expect(sent instanceof File && [sent.name, await sent.text()]).toEqual(['ab.myfile.csv', 'a@example.com\n'])
  })

  it('EXC-008 ERR-020 ERR-021 says each of its states in the exact words', async () => {
    let arrive: (answer: { status: number }) => void = () => undefined
    fakeFileStore(() => new Promise((resolve) => (arrive = resolve)))
    const { choose, list } = await openList()
    expect(within(list).queryByText(/Please Wait|Thank you|Whoops/)).toBeNull()
    await choose(csv())
    expect(await within(list).findByText('Please Wait, your file being upload ...')).toBeDefined()
    await waitFor(() => expect(within(list).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50'))
    await act(async () => arrive({ status: 204 }))
    expect(await within(list).findByText('Your Suppression file has been Submitted, Thank you!')).toBeDefined()
  })

  it('EXC-010 ERR-019 says that an upload failed, with the reason of the server', async () => {
    const { choose, list } = await openList({
      'exclusions.upload': () => {
        throw new Refusal('too_many', 'Too many uploads. Please try again in a minute.')
      },
    })
    await choose(csv())
    expect(
      await within(list).findByText('Whoops that did not work, please check your file for errors and try again'),
    ).toBeDefined()
    expect(within(list).getByText('Too many uploads. Please try again in a minute.')).toBeDefined()
    expect(within(list).queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('sends the same file once more where the server was not reached', async () => {
    const { choose, list, server, user } = await openList({
      'exclusions.upload': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await choose(csv())
    expect(await within(list).findByText(/The server could not be reached/)).toBeDefined()
    fakeFileStore()
    server.handlers['exclusions.upload'] = () => ({ result: 'success', message: '', jobID: 'upl_1', ...place })
    await user.click(within(list).getByRole('button', { name: 'Try again' }))
    expect(await within(list).findByText('Your Suppression file has been Submitted, Thank you!')).toBeDefined()
  })

  it("turns the file store's refusal into a sentence", async () => {
    fakeFileStore(() => ({ status: 400, body: '<Error><Code>EntityTooLarge</Code><Message>x</Message></Error>' }))
    const { choose, list } = await openList()
    await choose(csv())
    expect(
      await within(list).findByText('The file is too large. Split it into smaller files and try again.'),
    ).toBeDefined()
    expect(list.textContent).not.toContain('EntityTooLarge')
  })

  it('EXC-020 shows the failed text and the reason when the whole file was refused after it arrived', async () => {
    fakeFileStore()
    const reason = 'The file holds more than 10,000 records.'
    const { choose, list, server } = await openList()
    server.handlers['exclusions.progress'] = () => progress([], [job({ status: 'failed', reason })])
    await choose(csv())
    expect(
      await within(list).findByText('Whoops that did not work, please check your file for errors and try again'),
    ).toBeDefined()
    expect(within(list).getAllByText(reason)).toHaveLength(1)
  })

  it('shows counts of open and finished jobs, and reasons', async () => {
    const { list } = await openList({
      'exclusions.progress': () =>
        progress(
          [
            job({
              id: 'upl_2',
              status: 'running',
              filename: 'big.csv',
              percentage: 40,
              current_row: 4000,
              total_row: 10000,
            }),
          ],
          [
            job({ accepted: 9800, duplicates: 150, rejected: 50, total_row: 10000 }),
            job({ id: 'upl_0', status: 'failed', reason: 'The file is empty.' }),
          ],
        ),
    })
    expect(await within(list).findByText('4,000 of 10,000')).toBeDefined()
    expect(within(list).getByRole('progressbar', { name: 'big.csv' }).getAttribute('aria-valuenow')).toBe('40')
    expect(within(list).getByText('9,800 added, 150 duplicates, 50 rejected')).toBeDefined()
    expect(within(list).getByText('The file is empty.')).toBeDefined()
  })
})

describe('its progress', () => {
  it('EXC-013 EXC-014 CON-007 is asked for every 2 seconds until no job is open', async () => {
    let open = [job({ status: 'running', percentage: 10 })]
    const letGo = holdTimers(2000)
    const { server } = await openList({ 'exclusions.progress': () => progress(open, open.length === 0 ? [job()] : []) })
    const asked = () => server.named('exclusions.progress').length
    expect(asked()).toBe(1)
    await screen.findByRole('progressbar')
    act(letGo)
    await waitFor(() => expect(asked()).toBe(2))
    open = []
    await waitFor(() => {
      act(letGo)
      expect(asked()).toBe(3)
    })
    // Nothing is open any more, so nothing waits to ask again.
    await screen.findByText(/added/)
    act(letGo)
    await act(() => Promise.resolve())
    expect(asked()).toBe(3)
  })

  it('EXC-025 is not asked for while the list is closed, and again once it is reopened', async () => {
    const { server, user, list } = await openList({
      'exclusions.progress': () => progress([job({ status: 'running' })]),
    })
    await user.click(within(list).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const before = server.named('exclusions.progress').length
    await new Promise((resolve) => setTimeout(resolve, 2600))
    expect(server.named('exclusions.progress').length).toBe(before)
    await user.click(screen.getByRole('button', { name: /Profile menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Exclusion List', hidden: true }))
    expect(await screen.findByRole('progressbar', { name: 'people.csv' })).toBeDefined()
    await waitFor(() => expect(server.named('exclusions.progress').length).toBeGreaterThan(before))
  })

  it('offers to try again when it cannot be loaded', async () => {
    const { user, list, server } = await openList({
      'exclusions.progress': () => {
        throw new Refusal('internal', 'Something went wrong, please try again later.')
      },
    })
    expect(await within(list).findByText('The uploads could not be loaded')).toBeDefined()
    server.handlers['exclusions.progress'] = () => progress([], [job()])
    await user.click(within(list).getByRole('button', { name: 'Try again' }))
    expect(await within(list).findByText('people.csv')).toBeDefined()
  })
})

describe('its other actions', () => {
  it('EXC-015 ERR-022 asks before it purges, and Cancel sends nothing', async () => {
    const { user, list, server } = await openList()
    await user.click(within(list).getByRole('button', { name: 'Purge list' }))
    expect(within(list).getByText('Are you sure you want to purge existing records?')).toBeDefined()
    await user.click(within(list).getByRole('button', { name: 'Cancel' }))
    expect(within(list).queryByText(/Are you sure/)).toBeNull()
    expect(server.named('exclusions.purge')).toHaveLength(0)
  })

  it('EXC-016 purges, shows the title and the message, and asks for the list again', async () => {
    fakeFileStore()
    const { user, list, server, choose } = await openList({
      'exclusions.purge': () => ({ result: 'success', title: 'Purged', msg: 'The existing records have been purged.' }),
      'exclusions.progress': () => progress([], [], 3),
    })
    server.handlers['exclusions.progress'] = () => progress([], [], 0)
    await choose(csv())
    await within(list).findByText(/has been Submitted/)
    await user.click(within(list).getByRole('button', { name: 'Purge list' }))
    await user.click(within(list).getByRole('button', { name: 'Purge' }))
    expect(await screen.findByText('Purged')).toBeDefined()
    expect(screen.getByText('The existing records have been purged.')).toBeDefined()
    expect(server.named('exclusions.purge')[0]?.input).toEqual({ paramID: 'com_smiles', campaignType: 'client' })
    expect(await within(list).findByText(/It holds 0 records/)).toBeDefined()
    expect(within(list).queryByText(/has been Submitted/)).toBeNull()
  })

  it('ERR-023 says that purging failed', async () => {
    const { user, list } = await openList({
      'exclusions.purge': () => {
        throw new Refusal('internal', 'Something went wrong, please try again later.')
      },
    })
    await user.click(within(list).getByRole('button', { name: 'Purge list' }))
    await user.click(within(list).getByRole('button', { name: 'Purge' }))
    expect(await screen.findByText('There was an error processing your request.')).toBeDefined()
  })

  it('EXC-017 links the sample file', async () => {
    const { list } = await openList()
    const link = within(list).getByRole('link', { name: 'Sample CSV' })
    expect(link.getAttribute('href')).toBe('/sample-suppression.csv')
    expect(link.hasAttribute('download')).toBe(true)
  })

  it('EXC-018 ERR-029 saves the list under its name and says so', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const { user, list, server } = await openList({
      'exclusions.download': () => ({ url: 'https://files.example/list', filename: 'exclusion-list.csv' }),
    })
    server.files.set('https://files.example/list', () => new Response('a@example.com\r\n'))
    await user.click(within(list).getByRole('button', { name: 'Download list' }))
    expect(await screen.findByText('Download Successful')).toBeDefined()
    expect(saved).toEqual(['exclusion-list.csv'])
  })

  it('ERR-028 says that a download failed', async () => {
    const { user, list, server } = await openList({
      'exclusions.downloadRejected': () => ({ url: 'https://files.example/gone', filename: 'rejected.csv' }),
      'exclusions.progress': () => progress([], [job({ rejected: 2 })]),
    })
    server.files.set('https://files.example/gone', () => new Response('', { status: 404 }))
    await user.click(await within(list).findByRole('button', { name: 'Download rejected rows' }))
    expect(await screen.findByText('There was an error downloading file')).toBeDefined()
    expect(server.named('exclusions.downloadRejected')[0]?.input).toEqual({
      campaignType: 'client',
      companyId: 'com_smiles',
      jobId: 'upl_1',
    })
  })
})
