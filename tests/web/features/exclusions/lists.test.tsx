// Exclusion lists where they stand beside the client's own: of one campaign, of an agency, of the platform.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { fakeFileStore } from '#tests/web/support/fake-file-store.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'
import { openList, pageOf, rowNamed, rowOf } from '../campaigns/stage.tsx'

const root = () => agency({ systemuser: true, rootcomp: 'T', company_id: 'com_root' })
const progress = (total: number): Output<'exclusions.progress'> => ({
  data: { jobProgress: [], jobDone: [], total },
})
const place = { url: 'https://files.example/', fields: { key: 'exclusions/incoming/x.csv', policy: 'signed' } }
const csv = () => new File(['a@example.com\n'], 'people.csv', { type: 'text/csv' })
const handlers = {
  'exclusions.progress': () => progress(12),
  'exclusions.upload': () => ({ result: 'success' as const, message: '', jobID: 'upl_1', ...place }),
  'exclusions.purge': () => ({ result: 'success' as const, title: 'Purged', msg: 'Gone.' }),
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the list of a campaign', () => {
  const open = async (as = agency()) => {
    const winter = rowOf('Winter')
    const opened = await openList({ ...handlers, 'campaigns.list': () => pageOf([winter]) }, as)
    await opened.user.click((await rowNamed('Winter')).getByRole('button', { name: 'More actions Winter' }))
    return { ...opened, winter }
  }

  it('CMP-53+ opens from the menu of its row, and every call names the campaign', async () => {
    fakeFileStore()
    const { user, server, winter } = await open()
    await user.click(await screen.findByRole('menuitem', { name: 'Exclusion list', hidden: true }))
    const panel = await screen.findByRole('dialog', { name: 'Exclusion List of Winter' })
    expect(await within(panel).findByText(/kept out of the leads of this campaign. It holds 12 records/)).toBeDefined()
    const named = { campaignType: 'campaign', leadspeekID: winter.id }
    expect(server.named('exclusions.progress')[0]?.input).toEqual({ companyId: 'com_smiles', ...named })
    await user.upload(within(panel).getByLabelText('Exclusion file'), csv())
    await waitFor(() => expect(server.named('exclusions.upload')).toHaveLength(1))
    expect(server.named('exclusions.upload')[0]?.input).toEqual({
      ClientCompanyID: 'com_smiles',
      campaigntype: 'campaign',
      leadspeekID: winter.id,
      filename: 'people.csv',
    })
    await user.click(within(panel).getByRole('button', { name: 'Purge list' }))
    await user.click(within(panel).getByRole('button', { name: 'Purge' }))
    await waitFor(() => expect(server.named('exclusions.purge')).toHaveLength(1))
    expect(server.named('exclusions.purge')[0]?.input).toEqual({ paramID: 'com_smiles', ...named })
  })

  it('is offered to the client whose campaign it is', async () => {
    await open(client())
    expect(await screen.findByRole('menuitem', { name: 'Exclusion list', hidden: true })).toBeDefined()
  })
})

describe('the opt-out list of the platform', () => {
  const path = '/configuration/opt-out-list'

  it('RTE-059 DAT-15 DAT-16+ SHL-016 is a page of operators, in their menu, about the list of the root', async () => {
    const { server, user } = await openApp('/configuration/agency-list', { as: root(), handlers: handlers })
    await user.click(await screen.findByRole('link', { name: 'Exclusion List' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Exclusion List' })).toBeDefined()
    expect(await screen.findByText(/every campaign of this platform. It holds 12 records/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Purge list' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Download list' })).toBeDefined()
    expect(server.named('exclusions.progress')[0]?.input).toEqual({
      companyId: root().company_id,
      campaignType: 'client',
    })
  })

  it.each([
    { who: 'an agency', as: agency() },
    { who: 'a client', as: client() },
  ])('RTE-059 DAT-15 is not found by $who', async ({ as }) => {
    const { server } = await openApp(path, { as, handlers })
    expect(await screen.findByText(/404|not found/i)).toBeDefined()
    expect(server.named('exclusions.progress')).toEqual([])
  })
})

describe('the list of an agency', () => {
  it('CMP-53+ stands in its settings', async () => {
    const { server } = await openApp('/configuration/general-setting?tab=exclusions', { as: agency(), handlers })
    expect(await screen.findByText(/all campaigns of all your clients. It holds 12 records/)).toBeDefined()
    expect(server.named('exclusions.progress')[0]?.input).toEqual({
      companyId: agency().company_id,
      campaignType: 'client',
    })
  })
})
