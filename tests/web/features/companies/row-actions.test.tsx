import { renderHook, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import {
  clientRow,
  freshBrowser,
  lists,
  openAgencies,
  openClients,
  operator,
  pageOf,
  rowNamed,
  rowOf,
  salesPerson,
  saved,
  tree,
} from './stage.tsx'

freshBrowser()

type Opened = Awaited<ReturnType<typeof openAgencies>>
async function menuOf({ user }: Opened, name: string) {
  await user.click((await rowNamed(name)).getByRole('button', { name: `More actions ${name}` }))
  await screen.findAllByRole('menuitem', { hidden: true })
  return screen.getAllByRole('menuitem', { hidden: true }).map((item) => item.textContent)
}
const choose = async ({ user }: Opened, label: string) =>
  user.click(screen.getByRole('menuitem', { name: label, hidden: true }))

describe('the agreement of a company', () => {
  const answer = {
    result: 'success' as const,
    file_uuid: 'a'.repeat(32),
    url: 'https://files.example/a',
    filename: 'a.html',
  }

  it('AGL-53 is asked for by person and kind, and opens in another tab', async () => {
    const tab = { opener: window, location: { href: '' }, close: () => undefined }
    // Before the answer: a browser takes a tab that is opened later for a pop-up.
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const opened = await openAgencies({ 'companies.list': lists(tree), 'documents.downloadAgreement': () => answer })
    await menuOf(opened, 'Cedar')
    const before = opened.server.named('documents.downloadAgreement').length
    open.mockImplementation(() => {
      expect(opened.server.named('documents.downloadAgreement')).toHaveLength(before)
      return tab as unknown as Window
    })
    await choose(opened, 'Download agreement')
    await waitFor(() => expect([tab.location.href, tab.opener]).toEqual(['https://files.example/a', null]))
    expect(opened.server.named('documents.downloadAgreement')[0]?.input).toEqual({
      user_id: 'usr_Cedar',
      document_type: 'default_agency',
    })
  })

  it('AGL-55 ERB-08 says in the exact words that it could not be had', async () => {
    const tab = { opener: window, location: { href: '' }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const opened = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'documents.downloadAgreement': () => {
        throw new Refusal('internal', 'Something went wrong, please try again later.')
      },
    })
    await menuOf(opened, 'Elm')
    await choose(opened, 'Download agreement')
    expect(await screen.findByText('Failed to download agreement file. Please try again later.')).toBeDefined()
    expect(opened.server.named('documents.downloadAgreement')[0]?.input).toMatchObject({
      document_type: 'default_client',
    })
    expect([tab.location.href, tab.close.mock.calls.length]).toEqual(['', 1])
  })

  it('AGL-53 says what to do when the browser opens no tab', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const opened = await openAgencies({ 'companies.list': lists(tree), 'documents.downloadAgreement': () => answer })
    await menuOf(opened, 'Cedar')
    await choose(opened, 'Download agreement')
    expect(await screen.findByText(/Allow pop-ups of this site/)).toBeDefined()
  })

  it('AGL-54 is not asked for without a person', async () => {
    const { server } = await openAgencies({ 'companies.list': lists(tree) })
    const { useAgreement } = await import('#web/features/companies/use-agreement.ts')
    const { result } = renderHook(() => useAgreement())
    await result.current(null, 'default_agency')
    expect(await screen.findByText('Failed to download agreement file. Please try again later.')).toBeDefined()
    expect(server.named('documents.downloadAgreement')).toEqual([])
  })
})

describe('the menu of an agency', () => {
  it('AGL-52 has everything that an operator of the first platform does with it', async () => {
    const opened = await openAgencies({
      'companies.list': () => pageOf([rowOf('Cedar', { payment_status: 'failed' })]),
    })
    const items = await menuOf(opened, 'Cedar')
    for (const name of [
      /manual bill/i,
      /onboarding charge/i,
      /minimum spend/i,
      /sales person/i,
      /settle/i,
      /cost setting/i,
      /logs/i,
    ])
      expect([name, items.some((label) => name.test(label ?? ''))]).toEqual([name, true])
    expect(items.at(-1)).toBe('Delete')
  })
})

describe('what sales people do not see', () => {
  it('AGL-69 is everything about money, people, logs and agreements of an agency', async () => {
    const hidden = [
      ...[/manual bill/i, /minimum[- ]spend/i, /onboarding/i, /sales person/i, /delete/i],
      ...[/user.* logs?/i, /payment[- ]failed|settle/i, /agreement/i],
    ]
    const failing = rowOf('Cedar', { payment_status: 'failed' })
    const sales = await openAgencies({ 'companies.salesDownline': () => pageOf([failing]) }, salesPerson())
    const row = await rowNamed('Cedar')
    const more = row.queryByRole('button', { name: 'More actions Cedar' })
    const seen = [
      ...row.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? ''),
      ...(more ? await menuOf(sales, 'Cedar') : []),
    ]
    expect(seen).toContain('Edit Cedar')
    for (const name of hidden) expect(seen.filter((label) => name.test(label ?? ''))).toEqual([])
    sales.unmount()
    localStorage.clear()
    // An operator sees those that are there at all, so the list above is not empty by mistake.
    const items = await menuOf(await openAgencies({ 'companies.list': () => pageOf([failing]) }), 'Cedar')
    for (const name of [/delete/i, /agreement/i, /minimum[- ]spend/i])
      expect(items.some((label) => name.test(label ?? ''))).toBe(true)
  })
})

describe('the developer mode of an agency', () => {
  const plans = { 'pricing.listPlans': () => ({ data: [] }) as never }
  async function openForm(more: Parameters<typeof rowOf>[1], as = operator()) {
    const opened = await openAgencies(
      {
        ...plans,
        'companies.list': () => pageOf([rowOf('Cedar', more)]),
        'companies.update': () => saved(rowOf('Cedar'), 'Data has been updated successfully'),
      },
      as,
    )
    await opened.user.click((await rowNamed('Cedar')).getByRole('button', { name: 'Edit Cedar' }))
    const form = await screen.findByRole('form', { name: 'Edit Cedar' })
    const toggle = () => within(form).getByRole('switch', { name: /^Developer mode/ }) as HTMLInputElement
    const save = () => opened.user.click(within(form).getByRole('button', { name: 'Save' }))
    return { ...opened, form, toggle, save }
  }

  it('AGL-65 is switched on after it was said that a one-time fee is charged when the terms are accepted', async () => {
    const { server, user, toggle, save } = await openForm({ api_mode: 'F' })
    await user.click(toggle())
    const dialog = await screen.findByRole('dialog', { name: 'Mark Cedar as a developer?' })
    expect(dialog.textContent).toMatch(
      /one-time fee is charged .* only once it has accepted the terms: switching this on charges nothing/,
    )
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(toggle().checked).toBe(false)
    await user.click(toggle())
    await user.click(await screen.findByRole('button', { name: 'Switch on' }))
    await waitFor(() => expect(toggle().checked).toBe(true))
    await save()
    await waitFor(() => expect(server.named('companies.update')[0]?.input).toMatchObject({ ApiMode: 'T' }))
  })

  it('AGL-66 is switched off with a warning that the fee is charged again', async () => {
    const { server, user, toggle, save } = await openForm({ api_mode: 'T' })
    await user.click(toggle())
    const dialog = await screen.findByRole('dialog', { name: 'Take the developer mark from Cedar?' })
    expect(dialog.textContent).toMatch(/have to be accepted anew, and only then the one-time fee is charged again/)
    await user.click(within(dialog).getByRole('button', { name: 'Switch off' }))
    await waitFor(() => expect(toggle().checked).toBe(false))
    await save()
    await waitFor(() => expect(server.named('companies.update')[0]?.input).toMatchObject({ ApiMode: 'F' }))
  })

  it('is not sent when it was left alone', async () => {
    const { server, save } = await openForm({ api_mode: 'T' })
    await save()
    await waitFor(() => expect(server.named('companies.update')).toHaveLength(1))
    expect(server.named('companies.update')[0]?.input).not.toHaveProperty('ApiMode')
  })
})

describe('a beta agency', () => {
  it('CMP-06 AGR-009 is made and ended by a switch of its form, and not sent when it was left alone', async () => {
    const saves = async (isBeta: 'T' | 'F', isSwitched: boolean) => {
      const { server, user, unmount } = await openAgencies(
        {
          'companies.list': () => pageOf([rowOf('Cedar', { isBeta })]),
          'companies.update': () => saved(rowOf('Cedar'), 'Data has been updated successfully'),
        },
        operator(),
      )
      await user.click((await rowNamed('Cedar')).getByRole('button', { name: 'Edit Cedar' }))
      const form = within(await screen.findByRole('form', { name: 'Edit Cedar' }))
      const toggle = form.getByRole('switch', { name: /^Beta agency/ }) as HTMLInputElement
      expect(toggle.checked).toBe(isBeta === 'T')
      if (isSwitched) await user.click(toggle)
      await user.click(form.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(server.named('companies.update')).toHaveLength(1))
      const sent = server.named('companies.update')[0]?.input
      unmount()
      return sent
    }
    expect(await saves('F', true)).toMatchObject({ isBeta: 'T' })
    expect(await saves('T', true)).toMatchObject({ isBeta: 'F' })
    expect(await saves('T', false)).not.toHaveProperty('isBeta')
  })
})

describe('a platform that is not the first', () => {
  it('AGL-64 shows nothing of the developer API', async () => {
    const two = ['direct_payment', 'payment_failed'] as const
    const { openApp } = await import('#tests/web/support/open-app.tsx')
    const { setup, tenant } = await import('#tests/web/support/people.ts')
    const on = rowOf('Cedar', { api_mode: 'T', is_user_generate_api: true })
    const { user } = await openApp('/configuration/agency-list', {
      as: operator(),
      tenant: tenant({ idsys: 'com_root', masteridsys: 'com_first', rootcomp: 'T' }),
      handlers: {
        'account.checkSetup': () => setup({ accountconnected: 'completed' }),
        'companies.list': () => pageOf([on], 1, two),
      },
    })
    const row = await rowNamed('Cedar')
    expect(row.queryByRole('img', { name: /Developer API/ })).toBeNull()
    await user.click(row.getByRole('button', { name: 'Edit Cedar' }))
    const form = await screen.findByRole('form', { name: 'Edit Cedar' })
    expect(within(form).queryByRole('switch', { name: /^Developer mode/ })).toBeNull()
  })
})
