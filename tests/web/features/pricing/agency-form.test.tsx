import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { freshBrowser, openAgencies, pageOf, rowNamed, rowOf, saved } from '../companies/stage.tsx'

freshBrowser()

describe('the form of an agency', () => {
  it('says that the plans could not be loaded, and loads them again', async () => {
    let isBroken = true
    const { user } = await openAgencies({
      'companies.list': () => pageOf([rowOf('Aurora', { plan_minspend_id: 'msp_1' })]),
      'pricing.listPlans': () => {
        if (isBroken) throw new Refusal('unavailable', 'Please try again in a moment.')
        return {
          data: [{ idMinimumSpend: 'msp_1', planName: 'Starter', months: [], flatMonth: '9', is_default: false }],
        }
      },
    })
    await user.click((await rowNamed('Aurora')).getByRole('button', { name: 'Edit Aurora' }))
    const form = within(await screen.findByRole('form', { name: 'Edit Aurora' }))
    expect(await form.findByText('The plans could not be loaded.')).toBeDefined()
    isBroken = false
    await user.click(form.getByRole('button', { name: 'Load the plans again' }))
    const select = form.getByRole<HTMLInputElement>('combobox', { name: 'Minimum spend plan' })
    await waitFor(() => expect(select.value).toBe('Starter'))
  })

  it('MIN-16 ONB-18 AGL-78 gives it a plan, and waives the onboarding charge', async () => {
    const agency = rowOf('Aurora', { plan_minspend_id: 'msp_1' })
    const plan = { months: [], flatMonth: '349', is_default: false }
    const { user, server } = await openAgencies({
      'companies.list': () => pageOf([agency]),
      'pricing.listPlans': () => ({
        data: [
          { ...plan, idMinimumSpend: 'msp_1', planName: 'Starter' },
          { ...plan, idMinimumSpend: 'msp_2', planName: 'Growth' },
        ],
      }),
      'companies.update': ({ planMinSpendId, exclude_onboard_charge }) => {
        agency.plan_minspend_id = planMinSpendId ?? ''
        agency.exclude_onboard_charge = exclude_onboard_charge ? 'T' : 'F'
        return saved(agency, 'Data has been updated successfully')
      },
    })
    await user.click((await rowNamed('Aurora')).getByRole('button', { name: 'Edit Aurora' }))
    const form = within(await screen.findByRole('form', { name: 'Edit Aurora' }))
    const select = form.getByRole<HTMLInputElement>('combobox', { name: 'Minimum spend plan' })
    await waitFor(() => expect(select.value).toBe('Starter'))
    await user.click(select)
    await user.click(await screen.findByRole('option', { name: 'Growth', hidden: true }))
    const tick = form.getByLabelText<HTMLInputElement>('Excluded from the onboarding charge')
    expect(tick.checked).toBe(false)
    await user.click(tick)
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('companies.update')).toHaveLength(1))
    expect(server.named('companies.update')[0]?.input).toMatchObject({
      planMinSpendId: 'msp_2',
      exclude_onboard_charge: 'T',
    })
  })
})
