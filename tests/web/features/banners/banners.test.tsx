import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { fakeFileStore } from '#tests/web/support/fake-file-store.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'

cleanPageEachTime()

const banner = {
  id: 'bnr_1',
  companyId: 'com_north',
  name: 'Roofs before winter',
  product: 'locator' as const,
  size: '300x250' as const,
  clickUrl: 'https://shop.example.com/roofs?a=1&b=2',
  status: 'active' as const,
  imageUrl: '/media/com_north/bnr_1?v=upl_1',
  imageType: 'image/png' as const,
  imageBytes: 12_600,
  updatedAt: '2026-11-20T12:00:00.000Z',
}
const done = { result: 'success' as const, message: 'Data has been added successfully' }
const form = { uploadId: 'upl_2', url: 'https://files.example.com', fields: { key: 'banners/incoming/x' } }

/** The browser of the tests draws no pictures: it says what size one would have. */
function picturesHave(width: number, height: number) {
  class Picture {
    src = ''
    naturalWidth = width
    naturalHeight = height
    decode = async () => undefined
  }
  vi.stubGlobal('Image', Picture)
  URL.createObjectURL = () => 'blob:picture'
}
const file = (bytes: number, type = 'image/png') => new File([new Uint8Array(bytes)], 'banner', { type })

describe('the banners', () => {
  it('OTH-05 RTE-028 SHL-007 are listed at /banner/list, one group of the menu with where they are made', async () => {
    const { server, user } = await openApp('/banner/list', {
      as: agency(),
      handlers: {
        'banners.list': () => ({ data: [banner] }),
        'banners.setStatus': () => done,
        'banners.remove': () => done,
      },
    })
    const row = within((await screen.findByText('Roofs before winter')).closest('tr') ?? document.body)
    for (const text of ['300 × 250', 'Search ID', 'Active', 'shop.example.com'])
      expect(row.getByText(text)).toBeDefined()
    const menu = within(screen.getByRole('complementary'))
    const links = menu.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
    expect(links).toEqual(expect.arrayContaining(['/banner/create', '/banner/list', '/Client']))
    const choose = async (name: string) => {
      await user.click(row.getByRole('button', { name: /^More actions/ }))
      await user.click(await screen.findByRole('menuitem', { name, hidden: true }))
    }
    await choose('Switch off')
    await waitFor(() =>
      expect(server.named('banners.setStatus').at(-1)?.input).toMatchObject({ bannerId: 'bnr_1', status: 'inactive' }),
    )
    await choose('Delete')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(server.named('banners.remove')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(row.getByRole('button', { name: /^Preview and code/ }))
    const panel = within(await screen.findByRole('dialog', { name: 'Roofs before winter' }))
    expect(panel.getByRole('region', { name: 'Code for your page' }).textContent).toBe(
      `<a href="https://shop.example.com/roofs?a=1&amp;b=2" target="_blank" rel="noopener sponsored"><img src="${location.origin}/media/com_north/bnr_1" alt="Roofs before winter" width="300" height="250" style="border:0"></a>`,
    )
  })

  it('OTH-05 are changed by what was changed alone', async () => {
    const { server, user } = await openApp('/banner/list', {
      as: agency(),
      handlers: { 'banners.list': () => ({ data: [banner] }), 'banners.update': () => ({ ...done, data: banner }) },
    })
    const row = within((await screen.findByText('Roofs before winter')).closest('tr') ?? document.body)
    await user.click(row.getByRole('button', { name: /^Edit/ }))
    const panel = within(await screen.findByRole('dialog', { name: 'Edit Roofs before winter' }))
    fireEvent.change(panel.getByLabelText(/^Name/), { target: { value: 'Roofs before summer' } })
    await user.click(panel.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('banners.update')).toHaveLength(1))
    expect(server.named('banners.update')[0]?.input).toEqual({
      companyId: banner.companyId,
      bannerId: 'bnr_1',
      name: 'Roofs before summer',
    })
  })

  it('OTH-05 OTH-06 RTE-027 are made at /banner/create, where a file of 3 MB is refused and the size is read from the image', async () => {
    const posts = fakeFileStore()
    let taken = true
    const { server, user } = await openApp('/banner/create', {
      as: client(),
      handlers: {
        'banners.list': () => ({ data: [] }),
        'banners.uploadImage': () => form,
        'banners.create': () => {
          if (taken)
            throw new Refusal('invalid', 'Please check it.', { name: 'There is a banner of this name already.' })
          return { ...done, data: banner }
        },
      },
    })
    picturesHave(728, 90)
    const image = await screen.findByLabelText('Banner image')
    await user.upload(image, file(3 * 1024 * 1024))
    expect(await screen.findByText('Choose an image of at most 2 MB.')).toBeDefined()
    await user.upload(image, file(10))
    expect(await screen.findByRole('img', { name: 'New banner' })).toBeDefined()
    expect(await screen.findByDisplayValue('728 × 90, Leaderboard')).toBeDefined()
    expect(posts.map(({ url }) => url)).toEqual([form.url])
    const save = screen.getByRole('button', { name: 'Create banner' })
    await user.click(save)
    expect(await screen.findByText('Enter a name.')).toBeDefined()
    expect(screen.getByText('Use an address that begins with https://.')).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Smiles')
    await user.type(screen.getByRole('textbox', { name: /^Click address/ }), 'smiles.example.com')
    await user.click(save)
    expect(await screen.findByText('There is a banner of this name already.')).toBeDefined()
    taken = false
    await user.click(save)
    await waitFor(() => expect(location.pathname).toBe('/banner/list'))
    expect(await screen.findByText('No banners yet')).toBeDefined()
    expect(server.named('banners.create').at(-1)?.input).toMatchObject({
      name: 'Smiles',
      size: '728x90',
      clickUrl: 'https://smiles.example.com',
      status: 'active',
      uploadId: 'upl_2',
    })
  })

  it('say which sizes there are where an image has none of them', async () => {
    const posts = fakeFileStore()
    const { user } = await openApp('/banner/create', { as: agency() })
    picturesHave(320, 240)
    await user.upload(await screen.findByLabelText('Banner image'), file(10))
    expect(await screen.findByText(/^This image has 320 × 240 pixels\. Use one of these sizes/)).toBeDefined()
    expect(posts).toEqual([])
  })
})
