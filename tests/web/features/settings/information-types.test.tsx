import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { changeTypes, firstList, type InformationKind, type InformationList } from '#shared/model/information-type.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'
import { isGuarded } from '#tests/web/support/unsaved.ts'

cleanPageEachTime()

const operator = () => agency({ systemuser: true, rootcomp: 'T', company_id: 'com_root' })
const toWire = ({ types, removed, revision }: InformationList) => ({ data: types, removed, revision })

/** A server that keeps the lists; `isLost` lets somebody else be faster, `wait` has it take its time. */
async function serve({ isLost = false, wait = Promise.resolve() } = {}) {
  const lists: Record<InformationKind, InformationList> = {
    advanced: { ...firstList('advanced'), types: firstList('advanced').types.slice(0, 3) },
    b2b: { ...firstList('b2b'), types: firstList('b2b').types.slice(0, 1) },
  }
  const opened = await openApp('/configuration/general-setting?tab=information', {
    as: operator(),
    handlers: {
      'settings.informationTypes': ({ type }) => toWire(lists[type]),
      'settings.saveInformationTypes': async ({ type, data }) => {
        await wait
        const edited = data.map(({ id = '', name }) => ({ id, name }))
        lists[type] = changeTypes(lists[type], isLost ? lists[type].types : edited, () => 'inf_new')
        if (isLost) throw new Refusal('conflict', 'Somebody else has changed this list meanwhile.')
        return { result: 'success', message: 'Setting has been saved.', ...toWire(lists[type]) }
      },
    },
  })
  return { ...opened, lists }
}
const form = async () => within(await screen.findByRole('form', { name: 'Advanced information' }))

describe('the types of information', () => {
  it('SET-24 are renamed, removed, added and brought back by operators', async () => {
    const { user, server } = await serve()
    let part = await form()
    fireEvent.change(part.getByLabelText('Name of type 1'), { target: { value: 'Age' } })
    await user.click(part.getByRole('button', { name: 'Remove Gender' }))
    expect(part.getByText(/Campaigns that name them keep them/)).toBeDefined()
    await user.click(part.getByRole('button', { name: 'Add a type' }))
    await user.click(part.getByRole('button', { name: 'Save Advanced information' }))
    expect(part.getByText('Enter a name.')).toBeDefined()
    expect(server.named('settings.saveInformationTypes')).toEqual([])
    fireEvent.change(part.getByLabelText('Name of type 3'), { target: { value: ' age' } })
    await user.click(part.getByRole('button', { name: 'Save Advanced information' }))
    expect(part.getByText('There is a type of this name already.')).toBeDefined()
    fireEvent.change(part.getByLabelText('Name of type 3'), { target: { value: 'Pets ' } })
    await user.click(part.getByRole('button', { name: 'Save Advanced information' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('settings.saveInformationTypes')[0]?.input).toEqual({
      type: 'advanced',
      data: [
        { id: 'age-range', name: 'Age' },
        { id: 'marital-status', name: 'Marital status' },
        { id: '', name: 'Pets' },
      ],
      revision: 0,
    })
    await waitFor(async () => {
      part = await form()
      expect(part.getByRole('button', { name: 'Offer Gender again' })).toBeDefined()
    })
    await user.click(part.getByRole('button', { name: 'Offer Gender again' }))
    await user.click(part.getByRole('button', { name: 'Save Advanced information' }))
    await waitFor(() =>
      expect(server.named('settings.saveInformationTypes')[1]?.input).toMatchObject({
        data: [{ id: 'age-range' }, { id: 'marital-status' }, { id: 'inf_new' }, { id: 'gender', name: 'Gender' }],
        revision: 1,
      }),
    )
  })

  it('say that somebody else was faster, and show their list when they are asked to', async () => {
    const { user } = await serve({ isLost: true })
    let part = await form()
    fireEvent.change(part.getByLabelText('Name of type 1'), { target: { value: 'Mine' } })
    await user.click(part.getByRole('button', { name: 'Save Advanced information' }))
    expect(await part.findByText('Somebody else has changed this list meanwhile.')).toBeDefined()
    await user.click(part.getByRole('button', { name: 'Show the list as it is now' }))
    await waitFor(async () => {
      part = await form()
      expect(part.getByLabelText<HTMLInputElement>('Name of type 1').value).toBe('Age range')
    })
  })

  it('that are typed while the list is being saved are still to be saved, each under its id', async () => {
    const wait = Promise.withResolvers<void>()
    const { user, server } = await serve({ wait: wait.promise })
    const part = await form()
    await user.click(part.getByRole('button', { name: 'Add a type' }))
    const type = (row: number, value: string) =>
      fireEvent.change(part.getByLabelText(`Name of type ${row}`), { target: { value } })
    type(4, 'Pets')
    await user.click(part.getByRole('button', { name: 'Save Advanced information' }))
    type(4, 'Pets at home')
    wait.resolve()
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(part.getByLabelText<HTMLInputElement>('Name of type 4').value).toBe('Pets at home')
    expect(isGuarded()).toBe(true)
    await user.click(part.getByRole('button', { name: 'Save Advanced information' }))
    await waitFor(() => expect(server.named('settings.saveInformationTypes')).toHaveLength(2))
    expect(server.named('settings.saveInformationTypes')[1]?.input).toMatchObject({
      data: [{}, {}, {}, { id: 'inf_new', name: 'Pets at home' }],
      revision: 1,
    })
    await waitFor(() => expect(isGuarded()).toBe(false))
  })

  it('that are typed stay where somebody else changes their list meanwhile', async () => {
    const { user, server, lists } = await serve()
    const part = await form()
    fireEvent.change(part.getByLabelText('Name of type 1'), { target: { value: 'Mine' } })
    const others = lists.advanced.types.map(({ id, name }) => ({ id, name: `${name} (others)` }))
    lists.advanced = changeTypes(lists.advanced, others, () => 'inf_others')
    // Saving one list has both asked for again.
    const asked = server.named('settings.informationTypes').length
    const company = within(await screen.findByRole('form', { name: 'B2B information' }))
    fireEvent.change(company.getByLabelText('Name of type 1'), { target: { value: 'Branch' } })
    await user.click(company.getByRole('button', { name: 'Save B2B information' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    await waitFor(() => expect(server.named('settings.informationTypes').length).toBeGreaterThan(asked))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(part.getByLabelText<HTMLInputElement>('Name of type 1').value).toBe('Mine')
    await user.click(part.getByRole('button', { name: 'Save Advanced information' }))
    await waitFor(() =>
      expect(server.named('settings.saveInformationTypes').at(-1)?.input).toMatchObject({
        type: 'advanced',
        revision: 0,
      }),
    )
    await waitFor(() => expect(screen.getAllByText('Setting has been saved.')).toHaveLength(2))
  })

  it('are no part of the settings of an agency', async () => {
    await openApp('/configuration/general-setting', { as: agency() })
    await screen.findByRole('tab', { name: 'Branding' })
    expect(screen.queryByRole('tab', { name: 'Information types' })).toBeNull()
  })
})
