import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

cleanPageEachTime()

type Job = Output<'account.jobs'>['data'][number]

const upload: Job = {
  id: 'upl_1',
  kind: 'exclusions',
  filename: 'people.csv',
  status: 'running',
  percentage: 25,
  current_row: 100,
  total_row: 400,
  accepted: 0,
  duplicates: 0,
  rejected: 0,
  reason: null,
  created_at: '2026-11-20T15:04:00Z',
}
const done: Job = { ...upload, status: 'done', percentage: 100, accepted: 397, duplicates: 2, rejected: 1 }

async function openWith(jobs: readonly Job[]) {
  let known = jobs
  const app = await openApp('/siteid/dashboard', {
    as: agency(),
    handlers: { 'account.jobs': () => ({ data: [...known] }) },
  })
  // The modules are fresh: what is listened to is that of the application.
  const { workStarted } = await import('#web/api/started-work.ts')
  const become = (next: readonly Job[]) => {
    known = next
    workStarted()
  }
  return { ...app, become }
}

describe('the tray of long work', () => {
  it('finds what goes on again, shows how far it is, and tells once what became of it', async () => {
    const { user, become } = await openWith([upload])
    await user.click(await screen.findByRole('button', { name: 'Uploads and files, 1 in progress' }))
    const tray = await screen.findByRole('dialog', { hidden: true })
    expect(
      within(tray).getByRole('progressbar', { name: 'people.csv', hidden: true }).getAttribute('aria-valuenow'),
    ).toBe('25')
    expect(within(tray).getByText('100 of 400')).toBeDefined()

    become([done])
    expect(await within(tray).findByText('397 added, 2 duplicates, 1 rejected')).toBeDefined()
    await waitFor(() => expect(screen.getAllByText('397 added, 2 duplicates, 1 rejected')).toHaveLength(2))
    become([done])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Uploads and files' })).toBeDefined())
    expect(screen.getAllByText('397 added, 2 duplicates, 1 rejected')).toHaveLength(2)
  })

  it('shows what was begun after it was asked, and is not there while there is nothing', async () => {
    const { become, server } = await openWith([])
    await waitFor(() => expect(server.named('account.jobs')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: /Uploads and files/ })).toBeNull()
    become([{ ...upload, kind: 'clients', status: 'ready' }])
    expect(await screen.findByRole('button', { name: 'Uploads and files' })).toBeDefined()
  })

  it('leads back to where the work was begun', async () => {
    const { user } = await openWith([{ ...done, kind: 'clients', accepted: 1, duplicates: 0, rejected: 0 }])
    await user.click(await screen.findByRole('button', { name: 'Uploads and files' }))
    expect(await screen.findByText('1 client added')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Go to the clients', hidden: true }))
    await waitFor(() => expect(location.pathname).toBe('/configuration/client-management'))
  })

  it('leaves a failure to be read, with its reason', async () => {
    const { become } = await openWith([upload])
    await screen.findByRole('button', { name: 'Uploads and files, 1 in progress' })
    become([{ ...upload, status: 'failed', reason: 'The list was emptied before this file was read.' }])
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('people.csv')
    expect(notice.textContent).toContain('The list was emptied before this file was read.')
  })
})
