import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Input, Output } from '#shared/contracts/index.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { fakeFileStore } from '#tests/web/support/fake-file-store.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, tenant } from '#tests/web/support/people.ts'
import { isGuarded } from '#tests/web/support/unsaved.ts'

cleanPageEachTime()

const theme = {
  nameshort: 'North',
  sidebarcolor: '#0f3d3a',
  templatecolor: '#f0fdfa',
  boxcolor: '#ffffff',
  textcolor: '#134e4a',
  linkcolor: '#0b5f58',
  fonttheme: 'Nunito' as const,
  logo: null as string | null,
  logodark: null,
  favicon: null,
  supporturl: '',
}
const menu = {
  local: { name: 'Site ID', url: 'siteid' },
  locator: { name: 'Search ID', url: 'searchid' },
  enhance: { name: '', url: '' },
  b2b: { name: '', url: '' },
}
const code = { placeEmbedded: 'footer', embeddedcode: '' }

function get({ settingname }: Input<'settings.get'>): Output<'settings.get'> {
  if (settingname === 'agencytheme') return { settingname, data: theme }
  if (settingname === 'customsidebarleadmenu') return { settingname, data: menu }
  if (settingname === 'rootAgencyEmbeddedCode') return { settingname, data: code }
  throw new Error(`The look has no setting called ${settingname}.`)
}

const open = (tab: string, handlers: Handlers = {}, as = agency()) =>
  openApp(`/configuration/general-setting?tab=${tab}`, {
    as,
    handlers: {
      'settings.get': get,
      'settings.save': () => ({ result: 'success', message: 'Setting has been saved.' }),
      'public.domainInfo': () => tenant(),
      ...handlers,
    },
  })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the branding', () => {
  it('SET-03 THM-006 THM-007 is saved as the wire names it, told, and taken over at once', async () => {
    const fresh = tenant({ brand: { ...tenant().data.brand, name: 'Fresh name' } })
    const { user, server } = await open('branding', { 'public.domainInfo': () => fresh })
    await screen.findByLabelText('Sidebar')
    type('Sidebar', '#112233')
    type('Short name', 'Norr')
    await user.click(screen.getByRole('button', { name: 'Save branding' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('settings.save')[0]?.input).toEqual({
      companyID: 'com_north',
      actionType: 'save',
      comsetname: 'agencytheme',
      // What was changed alone: it undoes nothing that somebody else has changed since.
      comsetval: { sidebarcolor: '#112233', nameshort: 'Norr' },
    })
    expect(await within(screen.getByRole('complementary', { name: '' })).findByText('Fresh name')).toBeDefined()
  })

  it('is shown on a small page before it is saved', async () => {
    await open('branding')
    await screen.findByLabelText('Sidebar')
    type('Sidebar', '#abcdef')
    const preview = screen.getByTestId('brand-preview')
    expect(preview.style.getPropertyValue('--brand-sidebar')).toBe('#abcdef')
    type('Sidebar', '#abc')
    expect(preview.style.getPropertyValue('--brand-sidebar')).toBe('#abcdef')
  })

  it('says where a colour could not be read, and what is shown instead', async () => {
    await open('branding')
    await screen.findByText('Everything can be read well in these colours.')
    type('Text', '#eeeeee')
    expect(screen.getByText(/^Text on boxes would be hard to read\. It is shown as #\w{6}\.$/)).toBeDefined()
  })

  it('shows what the server found wrong at its field', async () => {
    const { user } = await open('branding', {
      'settings.save': () => {
        throw new Refusal('invalid', 'No', { 'comsetval.linkcolor': 'Colours are written as # and six digits.' })
      },
    })
    await screen.findByLabelText('Links and buttons')
    type('Links and buttons', '#12')
    await user.click(screen.getByRole('button', { name: 'Save branding' }))
    expect(await screen.findByText('Colours are written as # and six digits.')).toBeDefined()
  })

  it('THM-005 uploads a logo at once, and names the upload when it is saved', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:seen' }))
    const posts = fakeFileStore()
    const { user, server } = await open('branding', {
      'settings.uploadImage': () => ({ uploadID: 'upl_1', url: 'https://store.example/', fields: { key: 'k' } }),
    })
    const file = new File(['x'], 'logo.png', { type: 'image/png' })
    await user.upload(await screen.findByLabelText('Logo file'), file)
    await waitFor(() => expect(screen.getByAltText('Present logo').getAttribute('src')).toBe('blob:seen'))
    expect(posts[0]?.form.get('key')).toBe('k')
    await user.click(screen.getByRole('button', { name: 'Save branding' }))
    await waitFor(() => expect(server.named('settings.save')[0]?.input.comsetval).toMatchObject({ logo: 'upl_1' }))
  })

  it('keeps what is changed while a picture is on its way', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:seen' }))
    fakeFileStore()
    let answer: () => void = () => undefined
    const { user, server } = await open('branding', {
      'settings.uploadImage': () =>
        new Promise((resolve) => {
          answer = () => resolve({ uploadID: 'upl_1', url: 'https://store.example/', fields: { key: 'k' } })
        }),
    })
    await user.upload(await screen.findByLabelText('Logo file'), new File(['x'], 'logo.png', { type: 'image/png' }))
    await waitFor(() => expect(server.named('settings.uploadImage')).toHaveLength(1))
    type('Short name', 'Typed')
    answer()
    await waitFor(() => expect(screen.getByAltText('Present logo').getAttribute('src')).toBe('blob:seen'))
    await user.click(screen.getByRole('button', { name: 'Save branding' }))
    const look = { logo: 'upl_1', nameshort: 'Typed' }
    await waitFor(() => expect(server.named('settings.save')[0]?.input.comsetval).toMatchObject(look))
  })

  it('keeps what is typed where somebody else saves another part of it, and shows that part', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:seen' }))
    fakeFileStore()
    let kept = theme
    const { user, server } = await open('branding', {
      'settings.get': (input) =>
        input.settingname === 'agencytheme' ? { settingname: 'agencytheme', data: kept } : get(input),
      'settings.uploadImage': () => ({ uploadID: 'upl_1', url: 'https://store.example/', fields: {} }),
      'settings.save': ({ comsetval }) => {
        kept = { ...kept, ...(comsetval as Partial<typeof theme>) }
        return { result: 'success', message: 'Setting has been saved.' }
      },
    })
    const short = await screen.findByLabelText<HTMLInputElement>('Short name')
    type('Short name', 'Typed')
    kept = { ...theme, linkcolor: '#aa0000' }
    // All that is sent of the settings has them asked for again.
    await user.upload(screen.getByLabelText('Icon file'), new File(['x'], 'icon.png', { type: 'image/png' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Links and buttons').value).toBe('#aa0000'))
    expect([short.isConnected, short.value]).toEqual([true, 'Typed'])
    await user.click(screen.getByRole('button', { name: 'Save branding' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('settings.save')[0]?.input.comsetval).toMatchObject({ nameshort: 'Typed' })
    expect(server.named('settings.save')[0]?.input.comsetval).not.toHaveProperty('linkcolor')
    expect(isGuarded()).toBe(false)
  })

  it('still asks about what was typed while it was being saved', async () => {
    let answer: () => void = () => undefined
    const { user, server } = await open('branding', {
      'settings.save': () =>
        new Promise((resolve) => {
          answer = () => resolve({ result: 'success', message: 'Setting has been saved.' })
        }),
    })
    await screen.findByLabelText('Short name')
    type('Short name', 'Sent')
    await user.click(screen.getByRole('button', { name: 'Save branding' }))
    await waitFor(() => expect(server.named('settings.save')).toHaveLength(1))
    type('Short name', 'Later')
    answer()
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Short name').value).toBe('Later')
    expect(isGuarded()).toBe(true)
  })

  it('takes only pictures of pixels', async () => {
    const { user, server } = await open('branding')
    const field = await screen.findByLabelText('Logo file')
    const drawing = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' })
    fireEvent.change(field, { target: { files: [drawing] } })
    expect(await screen.findByText('Choose a PNG, JPEG or WebP image.')).toBeDefined()
    expect(server.named('settings.uploadImage')).toEqual([])
    expect(user).toBeDefined()
  })

  it('SHL-049 asks for a place for help on the platform alone', async () => {
    const { unmount } = await open('branding')
    await screen.findByLabelText('Sidebar')
    expect(screen.queryByLabelText('Support address')).toBeNull()
    unmount()
    await open('branding', {}, agency({ systemuser: true, rootcomp: 'T' }))
    expect(await screen.findByLabelText('Support address')).toBeDefined()
  })

  it('can be looked at and not changed by people whose role says so', async () => {
    const modules = [
      {
        module_name: 'Settings',
        enable_permission: 'T' as const,
        create_permission: 'F' as const,
        update_permission: 'F' as const,
        delete_permission: 'F' as const,
      },
    ]
    await open('branding', {}, agency({ user_permissions: { report_analytics: 'F', modules } }))
    const field = await screen.findByLabelText('Short name')
    expect(field.closest('fieldset')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Save branding' })).toBeNull()
  })
})

describe('the menu names', () => {
  it('SHL-051 are saved as the wire names them', async () => {
    const { user, server } = await open('menu')
    const [name] = await screen.findAllByLabelText('Name in the menu')
    if (name) fireEvent.change(name, { target: { value: ' Visitor Radar ' } })
    const [url] = screen.getAllByLabelText('URL')
    if (url) fireEvent.change(url, { target: { value: 'Radar' } })
    await user.click(screen.getByRole('button', { name: 'Save menu' }))
    await waitFor(() =>
      expect(server.named('settings.save')[0]?.input).toMatchObject({
        comsetname: 'customsidebarleadmenu',
        comsetval: { local: { name: 'Visitor Radar', url: 'radar' } },
      }),
    )
    expect(server.named('settings.save')[0]?.input.comsetval).not.toHaveProperty('locator')
  })

  it('SHL-010 SHL-051 take a product out whose name and URL are emptied one after the other, by hand', async () => {
    const enhance = { name: 'Enhance ID', url: 'enhanceid' }
    const { user, server } = await open('menu', {
      'settings.get': () => ({ settingname: 'customsidebarleadmenu', data: { ...menu, enhance } }),
    })
    const name = (await screen.findAllByLabelText('Name in the menu'))[2] ?? document.body
    const url = screen.getAllByLabelText('URL')[2] ?? document.body
    await user.clear(name)
    await user.click(url)
    // What is wrong is told, and the field that mends it keeps the focus.
    expect(await screen.findByText('Enter a name, or leave the URL empty too.')).toBeDefined()
    expect(document.activeElement).toBe(url)
    await user.clear(url)
    await user.click(screen.getByRole('button', { name: 'Save menu' }))
    await waitFor(() =>
      expect(server.named('settings.save')[0]?.input.comsetval).toEqual({ enhance: { name: '', url: '' } }),
    )
  })

  it('AGL-40 say why a product cannot be taken out, whichever field was typed in last', async () => {
    const enhance = { name: 'Enhance ID', url: 'enhanceid' }
    const text = 'Unable to disable the product due to active campaigns.'
    const { user } = await open('menu', {
      'settings.get': () => ({ settingname: 'customsidebarleadmenu', data: { ...menu, enhance } }),
      'settings.save': () => {
        throw new Refusal('invalid', text, { 'comsetval.enhance.name': text })
      },
    })
    const name = (await screen.findAllByLabelText('Name in the menu'))[2] ?? document.body
    const url = screen.getAllByLabelText('URL')[2] ?? document.body
    await user.clear(name)
    await user.clear(url)
    await user.click(screen.getByRole('button', { name: 'Save menu' }))
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(screen.getByText(text)).toBeDefined()
    // What is typed anew is judged anew.
    await user.type(name, 'Enhance')
    await user.click(url)
    expect(screen.queryByText(text)).toBeNull()
  })

  it('RTE-104 are refused with a sentence before they are sent', async () => {
    const { user, server } = await open('menu')
    const [url] = await screen.findAllByLabelText('URL')
    if (url) fireEvent.change(url, { target: { value: 'configuration' } })
    await user.click(screen.getByRole('button', { name: 'Save menu' }))
    expect(await screen.findByText(/"configuration" is used by the platform itself/)).toBeDefined()
    expect(server.named('settings.save')).toEqual([])
  })
})

describe('the embedded code', () => {
  it('SET-03 THM-013 is saved with its place', async () => {
    const { user, server } = await open('code')
    await user.click(await screen.findByLabelText('Head'))
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: '<script>1</script>' } })
    await user.click(screen.getByRole('button', { name: 'Save code' }))
    await waitFor(() =>
      expect(server.named('settings.save')[0]?.input).toMatchObject({
        comsetname: 'rootAgencyEmbeddedCode',
        comsetval: { placeEmbedded: 'head', embeddedcode: '<script>1</script>' },
      }),
    )
  })

  it('SET-08 has a bound, and is no matter of the platform itself', async () => {
    const { unmount } = await open('code')
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: 'ä'.repeat(10_241) } })
    expect(screen.getByText('Use at most 20 kB of code.')).toBeDefined()
    unmount()
    await open('code', {}, agency({ systemuser: true, rootcomp: 'T' }))
    await screen.findByRole('tab', { name: 'Branding' })
    expect(screen.queryByRole('tab', { name: 'Embedded code' })).toBeNull()
  })
})

describe('the settings', () => {
  it('SET-25 have a tab for each part of what an agency sets, and one less would be missed', async () => {
    await open('branding')
    await screen.findByLabelText('Sidebar')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Branding',
      'Own domain',
      'Payment account',
      'Menu names',
      'Embedded code',
      'Mail server',
      'Exclusion list',
      'Webhooks',
      'Privacy',
      'Minimum spend',
    ])
  })

  it.each([
    ['clients', client()],
    ['sales people', agency({ user_type: 'sales', user_type_ori: 'sales' })],
  ])('SET-25 are not there for %s', async (_, person) => {
    await open('branding', {}, person)
    expect(await screen.findByText(/doesn't exist or has been moved/)).toBeDefined()
    expect(screen.queryByRole('tab')).toBeNull()
  })

  it('SET-25 keep what was typed in one tab while another is looked at, and show the tab in the address', async () => {
    const { user } = await open('branding')
    await screen.findByLabelText('Short name')
    type('Short name', 'Typed')
    await user.click(screen.getByRole('tab', { name: 'Menu names' }))
    expect(location.search).toBe('?tab=menu')
    await screen.findByRole('button', { name: 'Save menu' })
    await user.click(screen.getByRole('tab', { name: 'Branding' }))
    expect(screen.getByLabelText<HTMLInputElement>('Short name').value).toBe('Typed')
  })

  it('SET-25 are saved tab by tab: one sends nothing of another, and leaves it as it was typed', async () => {
    const { user, server } = await open('branding')
    await screen.findByLabelText('Short name')
    type('Short name', 'Typed')
    await user.click(screen.getByRole('tab', { name: 'Menu names' }))
    const [name] = await screen.findAllByLabelText('Name in the menu')
    if (name) fireEvent.change(name, { target: { value: 'Radar' } })
    await user.click(screen.getByRole('button', { name: 'Save menu' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    const saved = () => server.named('settings.save').map(({ input }) => input.comsetname)
    expect(saved()).toEqual(['customsidebarleadmenu'])
    expect(JSON.stringify(server.named('settings.save'))).not.toContain('Typed')
    await user.click(screen.getByRole('tab', { name: 'Branding' }))
    expect(screen.getByLabelText<HTMLInputElement>('Short name').value).toBe('Typed')
    await user.click(screen.getByRole('button', { name: 'Save branding' }))
    await waitFor(() => expect(saved()).toEqual(['customsidebarleadmenu', 'agencytheme']))
    expect(JSON.stringify(server.named('settings.save')[1]?.input)).not.toContain('Radar')
  })

  it('say what failed where the data would be, with a way to try again', async () => {
    let failures = 1
    const { user } = await open('branding', {
      'settings.get': (input) => {
        if (failures-- > 0) throw new Refusal('internal', 'Something went wrong, please try again later.')
        return get(input)
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Sidebar')).toBeDefined()
  })
})
