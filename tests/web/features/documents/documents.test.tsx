import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Input, Output } from '#shared/contracts/index.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, tenant } from '#tests/web/support/people.ts'
import { isGuarded } from '#tests/web/support/unsaved.ts'

cleanPageEachTime()

type Asked = Input<'documents.get'>['name']
const text = (name: Asked): Output<'documents.get'> => ({
  name: name === 'service-billing-agreement' ? 'default_client' : name,
  title: `Title of ${name}`,
  version: 3,
  updated_at: '2026-11-20T12:00:00.000Z',
  html: '<p>not used</p>',
  blocks: [
    { kind: 'heading', level: 2, text: 'First part' },
    { kind: 'paragraph', text: `Text of ${name}` },
    { kind: 'list', ordered: true, items: ['<b>one</b>', 'two'] },
  ],
})
const handlers = { 'documents.get': ({ name }: { name: Asked }) => text(name) }

describe('a public document', () => {
  it.each([
    ['RTE-010', '/privacy-policy', 'privacy-policy'],
    ['RTE-011', '/term-of-use', 'term-of-use'],
    ['RTE-012', '/service-billing-agreement', 'service-billing-agreement'],
    ['RTE-013', '/marketing-services-agreement-developer', 'marketing-services-agreement-developer'],
  ] as const)('%s AGR-001 %s is read by anybody, under the brand of the host', async (_, path, name) => {
    await openApp(path, { as: null, handlers })
    expect(await screen.findByRole('heading', { level: 1, name: `Title of ${name}` })).toBeDefined()
    expect(screen.getByText(/^Version 3, last changed/).textContent).toBe('Version 3, last changed Nov 20, 2026')
    expect(screen.getByTitle(/^Nov 20, 2026, .* CST$/)).toBeDefined()
    expect(within(screen.getByRole('banner')).getByText('Northlight')).toBeDefined()
    expect(location.pathname).toBe(path)
  })

  it('names whose data are used, for anybody, at /licences', async () => {
    await openApp('/licences', { as: null, handlers })
    expect(await screen.findByRole('heading', { level: 1, name: 'Licences' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'GeoNames' })).toBeDefined()
    expect(screen.getByRole('link', { name: /CC BY 4\.0/ })).toBeDefined()
  })

  it('RTE-010 is read inside the frame by people who are signed in', async () => {
    await openApp('/privacy-policy', { handlers })
    expect(await screen.findByRole('heading', { name: 'Title of privacy-policy' })).toBeDefined()
    expect(screen.getByRole('complementary')).toBeDefined()
  })

  it('AGR-018 shows markup as text', async () => {
    await openApp('/privacy-policy', { as: null, handlers })
    const [first] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toBe('<b>one</b>')
    expect(first?.querySelector('b')).toBeNull()
  })

  it("ERR-010 ERR-011 AGR-004 says that it is not available, and 'Try Again' repeats the call", async () => {
    let failures = 1
    const { user, server } = await openApp('/privacy-policy', {
      as: null,
      handlers: {
        'documents.get': ({ name }: { name: Asked }) => {
          if (failures-- > 0) throw new Refusal('not_found', 'This document was not found.')
          return text(name)
        },
      },
    })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading', { level: 1 }).textContent).toBe('Document Not Available')
    expect(alert.textContent).toContain(
      'The document you are trying to access may be missing or temporarily unavailable.',
    )
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Text of privacy-policy')).toBeDefined()
    expect(server.named('documents.get')).toHaveLength(2)
  })
})

const addendumOf = (items: string[]): Output<'pricing.agreement'> => ({
  data: {
    title: 'Minimum spend addendum',
    version: 1,
    months: [],
    flatMonth: '349',
    html: '',
    blocks: [
      { kind: 'list', ordered: false, items },
      { kind: 'paragraph', text: 'After that $349.00 in each month.' },
    ],
  },
})

describe('the service agreement', () => {
  const asked = async (options: Parameters<typeof openApp>[1]) => {
    const { server, unmount } = await openApp('/service-billing-agreement', {
      ...options,
      handlers: { ...handlers, 'pricing.agreement': () => addendumOf(['Month 1: $100.00', 'Month 2: $200.00']) },
    })
    await screen.findAllByText(/^Text of/)
    const names = server.named('documents.get').map(({ input }) => String(input.name))
    const isWanted = server.named('pricing.agreement').length > 0
    const addendum = isWanted
      ? [(await screen.findByRole('heading', { name: 'Minimum spend addendum' })).textContent]
      : []
    unmount()
    localStorage.clear()
    return [...names, ...addendum]
  }

  it('AGR-005 carries the minimum-spend addendum for agencies of the master system, and for nobody else', async () => {
    expect(await asked({ as: agency() })).toEqual(['default_agency', 'Minimum spend addendum'])
    const other = tenant({ masteridsys: 'com_other' })
    expect(await asked({ as: agency(), tenant: other })).toEqual(['default_agency'])
    expect(await asked({ as: client() })).toEqual(['default_client'])
    expect(await asked({ as: null })).toEqual(['service-billing-agreement'])
  })

  it('MIN-13 MIN-14 names the amounts of the reader, and is whole without them', async () => {
    const { unmount } = await openApp('/service-billing-agreement', {
      as: agency(),
      handlers: { ...handlers, 'pricing.agreement': () => addendumOf(['Month 1: $100.00', 'Month 2: $200.00']) },
    })
    expect(await screen.findByText('Month 2: $200.00')).toBeDefined()
    expect(screen.getByText('After that $349.00 in each month.')).toBeDefined()
    unmount()
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await openApp('/service-billing-agreement', {
      as: agency(),
      handlers: {
        ...handlers,
        'pricing.agreement': () => {
          throw new Refusal('internal', 'Something went wrong, please try again later.')
        },
      },
    })
    expect(await screen.findByText('Text of default_agency')).toBeDefined()
    await waitFor(() =>
      expect(told.mock.calls.map(([text]) => text)).toContain('The minimum spend could not be loaded.'),
    )
    expect(screen.queryByRole('alert')).toBeNull()
    told.mockRestore()
  })
})

describe('the documents of the operator', () => {
  const operator = agency({
    systemuser: true,
    rootcomp: 'T',
    user_type: 'user',
    user_type_ori: 'user',
    company_id: 'com_root',
  })
  const listed: Output<'documents.list'> = {
    data: [
      {
        name: 'privacy-policy',
        title: 'Privacy',
        version: 2,
        updated_at: '2026-11-20T12:00:00.000Z',
        text: 'Old text.',
      },
    ],
    variables: ['company_name'],
  }

  it('publishes a new version, and warns of variables that are not known', async () => {
    const { user, server } = await openApp('/configuration/general-setting?tab=documents', {
      as: operator,
      handlers: {
        'documents.list': () => listed,
        'documents.save': ({ name, title, version }) => ({
          result: 'success',
          message: 'Version 3 of this document is published.',
          name,
          title,
          version: version + 1,
          updated_at: '2026-11-21T12:00:00.000Z',
        }),
      },
    })
    const field = await screen.findByRole('textbox', { name: 'Text' })
    const button = screen.getByRole('button', { name: 'Publish version 3' })
    await user.click(button)
    expect(screen.getByText(/Nothing was changed yet/)).toBeDefined()
    expect(server.named('documents.save')).toEqual([])
    fireEvent.change(field, { target: { value: 'Dear {{company_name}}, {{nobody}}' } })
    expect(screen.getByText(/will be left out: nobody/)).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    expect(screen.getByText('Dear [company_name],')).toBeDefined()
    await user.click(button)
    expect(await screen.findByText('Version 3 of this document is published.')).toBeDefined()
    expect(server.named('documents.save')[0]?.input).toEqual({
      name: 'privacy-policy',
      title: 'Privacy',
      text: 'Dear {{company_name}}, {{nobody}}',
      version: 2,
    })
  })

  it('shows the version that somebody else published meanwhile, and goes on from there', async () => {
    let now = listed
    const { user, server } = await openApp('/configuration/general-setting?tab=documents', {
      as: operator,
      handlers: {
        'documents.list': () => now,
        'documents.save': ({ name, title, version }) => {
          if (version !== now.data[0]?.version) throw new Refusal('conflict', 'Somebody else has changed it.')
          const updated_at = '2026-11-21T12:00:00.000Z'
          return {
            result: 'success',
            message: 'Version 4 is published.',
            name,
            title,
            version: version + 1,
            updated_at,
          }
        },
      },
    })
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
    now = { ...listed, data: listed.data.map((each) => ({ ...each, text: 'By a colleague', version: 3 })) }
    fireEvent.change(field, { target: { value: 'Mine' } })
    await user.click(screen.getByRole('button', { name: 'Publish version 3' }))
    const show = await screen.findByRole('button', { name: 'Show version 3' })
    // What was written stays to be copied.
    expect(field.value).toBe('Mine')
    await user.click(show)
    expect(field.value).toBe('By a colleague')
    fireEvent.change(field, { target: { value: 'By both' } })
    await user.click(screen.getByRole('button', { name: 'Publish version 4' }))
    expect(await screen.findByText('Version 4 is published.')).toBeDefined()
    expect(server.named('documents.save').at(-1)?.input).toMatchObject({ text: 'By both', version: 3 })
    expect(isGuarded()).toBe(false)
  })

  it('are not there for an agency', async () => {
    await openApp('/configuration/general-setting?tab=documents', { as: agency(), handlers: {} })
    await screen.findByRole('tab', { name: 'Branding' })
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Documents' })).toBeNull())
  })
})
