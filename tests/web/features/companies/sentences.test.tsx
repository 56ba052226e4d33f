// What the form of a company says, in exactly these words.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { broken, clientRow, freshBrowser, openAgencies, openClients, pageOf, rowNamed, rowOf, saved } from './stage.tsx'

freshBrowser()

type Handlers = NonNullable<Parameters<typeof openAgencies>[0]>
const plans: Handlers = { 'pricing.listPlans': () => ({ data: [] }) as never }
const busy = 'Server might be busy please try again later'
const toneOf = (text: HTMLElement) => text.closest<HTMLElement>('[data-type]')?.dataset.type

async function edit(handlers: Handlers) {
  const opened = await openAgencies({ ...plans, 'companies.list': () => pageOf([rowOf('Cedar')]), ...handlers })
  await opened.user.click((await rowNamed('Cedar')).getByRole('button', { name: 'Edit Cedar' }))
  const form = await screen.findByRole('form', { name: 'Edit Cedar' })
  return { ...opened, form, save: () => opened.user.click(within(form).getByRole('button', { name: 'Save' })) }
}

describe('the form of an agency', () => {
  it('ERB-02 CMP-46 says that the server might be busy when it cannot tell whether campaigns run, and keeps the product', async () => {
    const { server, user, form } = await edit({ 'companies.checkCampaignActive': broken })
    const local = within(form).getByRole<HTMLInputElement>('checkbox', { name: 'local product' })
    await user.click(local)
    expect(toneOf(await screen.findByText(busy))).toBe('danger')
    expect(server.named('companies.checkCampaignActive')).toHaveLength(1)
    await waitFor(() => expect([local.checked, local.disabled]).toEqual([true, false]))
  })

  it('ERB-01 says so of an update that broke, and keeps what was typed', async () => {
    const { form, save } = await edit({ 'companies.update': broken })
    const name = within(form).getByLabelText<HTMLInputElement>(/^Company name/)
    fireEvent.change(name, { target: { value: 'Cedar & Sons' } })
    await save()
    expect(toneOf(await screen.findByText(busy))).toBe('danger')
    expect(name.value).toBe('Cedar & Sons')
  })

  it('ERB-03 says what the server says of an update that it refuses, also beside the field', async () => {
    const refused = () => {
      throw new Refusal('invalid', 'Please check the marked field.', { DownlineSubDomain: 'This sub-domain is taken.' })
    }
    const { form, save } = await edit({ 'companies.update': refused })
    await save()
    expect(toneOf(await screen.findByText('Please check the marked field.'))).toBe('danger')
    expect(await within(form).findByText('This sub-domain is taken.')).toBeDefined()
    expect(screen.queryByText(busy)).toBeNull()
  })

  it.each([
    ['conflict', 'The company was changed meanwhile.'],
    ['forbidden', 'You may not change this company.'],
    ['not_found', 'This company is gone.'],
  ] as const)('ERB-04 says what the server says when it answers failed (%s)', async (code, sentence) => {
    const { save } = await edit({
      'companies.update': () => {
        throw new Refusal(code, sentence)
      },
    })
    await save()
    expect(toneOf(await screen.findByText(sentence))).toBe('danger')
    expect(screen.queryByText(busy)).toBeNull()
  })

  it('ERB-21 tells that the data has been updated', async () => {
    const { save } = await edit({
      'companies.update': () => saved(rowOf('Cedar'), 'Data has been updated successfully'),
    })
    await save()
    expect(toneOf(await screen.findByText('Data has been updated successfully'))).toBe('success')
  })

  it('ERB-25 ERB-26 asks for a phone and a payment term, and sends nothing', async () => {
    const { server, user, form, save } = await edit({ 'companies.update': broken })
    fireEvent.change(within(form).getByLabelText(/^Phone/), { target: { value: '' } })
    await user.click(within(form).getByRole('checkbox', { name: 'Weekly' }))
    await save()
    expect(await within(form).findByText('Please enter valid phone number')).toBeDefined()
    expect(within(form).getByText('Please select payment term')).toBeDefined()
    expect(server.named('companies.update')).toEqual([])
  })

  it('ERB-25 refuses a phone that is none', async () => {
    const { server, user, form, save } = await edit({ 'companies.update': broken })
    await waitFor(() =>
      expect(within(form).getByRole('button', { name: /Country: United States/ })).toHaveProperty('disabled', false),
    )
    const phone = within(form).getByLabelText<HTMLInputElement>(/^Phone/)
    await user.clear(phone)
    await user.type(phone, '12')
    await save()
    expect(await within(form).findByText('Please enter valid phone number')).toBeDefined()
    expect(server.named('companies.update')).toEqual([])
  })
})

describe('the form of a client', () => {
  it('ERB-20 tells that the data has been added', async () => {
    const { user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'companies.create': () => saved(clientRow('Fir'), 'Data has been added successfully'),
    })
    await user.click((await screen.findAllByRole('button', { name: 'Add client' }))[0] ?? document.body)
    const form = await screen.findByRole('form', { name: 'New client' })
    const put = (label: RegExp, value: string) =>
      fireEvent.change(within(form).getByLabelText(label), { target: { value } })
    put(/^Company name/, 'Fir')
    put(/^Full name/, 'Fay Fir')
    put(/^E-mail/, 'fay@fir.example')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(toneOf(await screen.findByText('Data has been added successfully'))).toBe('success')
  })
})
