import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

async function openList(handlers: Handlers = {}) {
  const opened = await openApp('/siteid/dashboard', {
    handlers: {
      'exclusions.progress': () => ({ data: { jobProgress: [], jobDone: [], total: 0 } }),
      'exclusions.findEntry': () => ({ state: 'absent' as const }),
      'exclusions.addEntry': () => ({
        result: 'success' as const,
        message: 'This entry is being added.',
        jobID: 'upl_1',
      }),
      'exclusions.removeEntry': () => ({ result: 'success' as const, message: 'This entry is off the list.' }),
      ...handlers,
    },
  })
  await opened.user.click(await screen.findByRole('button', { name: /Profile menu/ }))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Exclusion List', hidden: true }))
  const list = await screen.findByRole('dialog', { name: 'Exclusion List' })
  const section = await within(list).findByRole('region', { name: 'One entry' })
  const press = (name: string) => opened.user.click(within(section).getByRole('button', { name }))
  const type = (text: string) => opened.user.type(within(section).getByLabelText('One e-mail address or hash'), text)
  return { ...opened, section, press, type }
}
const input = { companyId: 'com_smiles', campaignType: 'client', record: 'jane@example.com' }

describe('one entry of a list', () => {
  it('is looked up, and added where it is not on the list', async () => {
    const { server, section, press, type } = await openList()
    await type(' jane@example.com ')
    await press('Look up')
    expect(await within(section).findByText('This entry is not on the list.')).toBeDefined()
    expect(server.named('exclusions.findEntry')[0]?.input).toEqual(input)
    const before = server.named('exclusions.progress').length
    await press('Add to the list')
    await waitFor(() => expect(server.named('exclusions.addEntry')[0]?.input).toEqual(input))
    await waitFor(() => expect(server.named('exclusions.progress').length).toBeGreaterThan(before))
    expect(await screen.findByText('This entry is being added.')).toBeDefined()
  })

  it('is taken off only once it was found on it', async () => {
    const { server, section, press, type } = await openList({ 'exclusions.findEntry': () => ({ state: 'listed' }) })
    expect(within(section).queryByRole('button', { name: 'Take off the list' })).toBeNull()
    await type('jane@example.com')
    await press('Look up')
    await within(section).findByText('This entry is on the list.')
    await press('Take off the list')
    await waitFor(() => expect(server.named('exclusions.removeEntry')[0]?.input).toEqual(input))
    expect(await screen.findByText('This entry is off the list.')).toBeDefined()
  })

  it('says nothing of one under another that is typed before the answer', async () => {
    const answers: ((answer: { state: 'listed' }) => void)[] = []
    const { section, press, type } = await openList({
      'exclusions.findEntry': () => new Promise((resolve) => answers.push(resolve)),
    })
    await type('jane@example.com')
    await press('Look up')
    await waitFor(() => expect(answers).toHaveLength(1))
    await type('.au')
    answers[0]?.({ state: 'listed' })
    await waitFor(() =>
      expect(within(section).getByRole('button', { name: 'Look up' })).toHaveProperty('disabled', false),
    )
    expect(within(section).queryByText('This entry is on the list.')).toBeNull()
    expect(within(section).queryByRole('button', { name: 'Take off the list' })).toBeNull()
  })

  it('leaves what is typed while another one comes onto the list', async () => {
    const answers: ((answer: { result: 'success'; message: string; jobID: null }) => void)[] = []
    const { section, press, type } = await openList({
      'exclusions.addEntry': () => new Promise((resolve) => answers.push(resolve)),
    })
    await type('jane@example.com')
    await press('Add to the list')
    await waitFor(() => expect(answers).toHaveLength(1))
    await type('.au')
    answers[0]?.({ result: 'success', message: 'It is added.', jobID: null })
    expect(await screen.findByText('It is added.')).toBeDefined()
    expect(within(section).getByRole<HTMLInputElement>('textbox').value).toBe('jane@example.com.au')
  })

  it('says at the field what is wrong with it, and asks nothing for an empty one', async () => {
    const { server, section, press, type } = await openList({
      'exclusions.findEntry': () => {
        throw new Refusal('invalid', 'Check the field.', { record: 'This is not an e-mail address.' })
      },
    })
    await press('Look up')
    expect(await within(section).findByText('Name an e-mail address or a hash.')).toBeDefined()
    expect(server.named('exclusions.findEntry')).toEqual([])
    await type('jane')
    await press('Look up')
    expect(await within(section).findByText('This is not an e-mail address.')).toBeDefined()
  })
})
